import { randomUUID } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import * as v from 'valibot'
import { describeError, logger } from '../http/log.ts'
import { SignedCallEnvironment } from './environment.ts'

/** What the edge keeps of documents. */
export type EdgeCache = {
  /**
   * Drops every copy of documents at the edge, after they were deleted or replaced (decision D24). Ends within 4 s and
   * never refuses: the change stands already, and nobody reaches the old copy for long, since its path holds the
   * version and a ticket dies in two minutes. A failure is logged.
   */
  forget(...documentIds: string[]): Promise<void>
}

const PATIENCE_MS = 4_000
/** After the first attempt, on 429 and 5xx. */
const RETRIES = 2
/** CloudFront works at 15 paths with a star at a time; after an import that replaced more, all documents are dropped. */
const PATHS_AT_MOST = 10

const Parameter = v.object({ Parameter: v.object({ Value: v.string() }) })

/**
 * The site's distribution, whose id stands in a parameter: the distribution is made after the functions that it leads to,
 * so that it cannot stand in their environment. Two signed calls: the SDK's clients would add 220 kB to the bundle (P7).
 */
export function createEdgeCache(parameterName: string): EdgeCache {
  const env = v.parse(SignedCallEnvironment, process.env)
  const aws = new AwsClient({
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    ...(env.AWS_SESSION_TOKEN !== undefined && { sessionToken: env.AWS_SESSION_TOKEN }),
    retries: RETRIES,
  })
  const ssmUrl = env.AWS_ENDPOINT_URL_SSM ?? `https://ssm.${env.AWS_REGION}.amazonaws.com`
  const cloudFrontUrl = env.AWS_ENDPOINT_URL_CLOUDFRONT ?? 'https://cloudfront.amazonaws.com'
  let distribution: Promise<string> | undefined

  async function readDistributionId(signal: AbortSignal): Promise<string> {
    const response = await aws.fetch(ssmUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AmazonSSM.GetParameter' },
      body: JSON.stringify({ Name: parameterName }),
      signal,
      redirect: 'error',
      aws: { service: 'ssm', region: env.AWS_REGION },
    })
    if (!response.ok) throw await asError('Systems Manager', response)
    return v.parse(Parameter, await response.json()).Parameter.Value
  }

  async function invalidate(paths: readonly string[], signal: AbortSignal): Promise<void> {
    distribution ??= readDistributionId(signal)
    const url = `${cloudFrontUrl}/2020-05-31/distribution/${await distribution}/invalidation`
    const response = await aws.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/xml' },
      body: invalidationOf(paths),
      signal,
      redirect: 'error',
      // CloudFront is one service for the world; its calls are signed for this region.
      aws: { service: 'cloudfront', region: 'us-east-1' },
    })
    if (!response.ok) throw await asError('CloudFront', response)
    await response.body?.cancel()
  }

  async function forget(...documentIds: string[]): Promise<void> {
    if (documentIds.length === 0) return
    const isMany = documentIds.length > PATHS_AT_MOST
    const paths = isMany ? ['/files/*'] : documentIds.map((id) => `/files/${id}/*`)
    try {
      await invalidate(paths, AbortSignal.timeout(PATIENCE_MS))
    } catch (error) {
      // Read again next time: the parameter may have been the reason.
      distribution = undefined
      logger.warn('not invalidated', { paths, cause: describeError(error) })
    }
  }

  return { forget }
}

/** Ids are letters, digits, underscores and hyphens: nothing in a path needs escaping. */
function invalidationOf(paths: readonly string[]): string {
  const items = paths.map((path) => `<Path>${path}</Path>`).join('')
  return [
    '<InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/">',
    `<CallerReference>${randomUUID()}</CallerReference>`,
    `<Paths><Quantity>${paths.length}</Quantity><Items>${items}</Items></Paths>`,
    '</InvalidationBatch>',
  ].join('')
}

async function asError(service: string, response: Response): Promise<Error> {
  return new Error(`${service} answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
}
