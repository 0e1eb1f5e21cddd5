import { randomUUID } from 'node:crypto'
import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront'
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { clientSettings } from './client-settings.ts'

/**
 * Creates the site's CloudFront distribution. Its id stands in a parameter of Systems Manager and not in the
 * environment: the distribution is created after the functions that it leads to.
 */
export function createDistribution(idParameter: string) {
  const ssm = new SSMClient(clientSettings(3))
  const cloudFront = new CloudFrontClient(clientSettings(3))
  let id: Promise<string> | undefined

  async function readId(abortSignal: AbortSignal): Promise<string> {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name: idParameter }), { abortSignal })
    if (!Parameter?.Value) throw new Error('The parameter is empty')
    return Parameter.Value
  }

  /**
   * Drops the edge's copies of paths.
   * @param paths such as `/files/a-1/*`; CloudFront works on at most 15 paths with a star at a time
   * @throws Error of the SDK, at the latest when `signal` aborts
   */
  async function invalidate(paths: readonly string[], signal: AbortSignal): Promise<void> {
    try {
      id ??= readId(signal)
      const command = new CreateInvalidationCommand({
        DistributionId: await id,
        InvalidationBatch: {
          CallerReference: randomUUID(),
          Paths: { Quantity: paths.length, Items: [...paths] },
        },
      })
      await cloudFront.send(command, { abortSignal: signal })
    } catch (error) {
      // Read again next time: the parameter may have been the reason.
      id = undefined
      throw error
    }
  }

  return { invalidate }
}

export type Distribution = ReturnType<typeof createDistribution>
