import { randomUUID } from 'node:crypto'
import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront'
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { clientSettings } from './sdk.ts'

/** The id of the distribution is in a parameter, because the distribution is created after the functions. */
export function createDistribution(idParameter: string) {
  const ssm = new SSMClient(clientSettings(3))
  const cloudFront = new CloudFrontClient(clientSettings(3))
  let id: Promise<string> | undefined

  async function readId(abortSignal: AbortSignal): Promise<string> {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name: idParameter }), { abortSignal })
    if (!Parameter?.Value) throw new Error('The parameter is empty')
    return Parameter.Value
  }

  /** @param paths such as `/files/a-1/*`; CloudFront invalidates at most 15 paths with a star at a time */
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
      // The id is read again at the next call, since the parameter may have been the reason.
      id = undefined
      throw error
    }
  }

  return { invalidate }
}

export type Distribution = ReturnType<typeof createDistribution>
