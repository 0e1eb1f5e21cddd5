import { LocalBucket } from '../bucket.ts'
import { useEndpoints } from '../endpoints.ts'
import { type Services, startServices } from '../services.ts'
import { Outbox } from '../users/outbox.ts'

export const DISTRIBUTION_ID_PARAMETER = '/revision/test/distribution-id'
const REGION = 'eu-west-3'

/** The records since the last `clear`. */
type Recorded<T> = { list(): T[]; clear(): void }

const recorded = <T>(seen: T[]): Recorded<T> => ({ list: () => [...seen], clear: () => void seen.splice(0) })

export type TestServices = Services & {
  /** Paths that were invalidated since the last `clear`. */
  invalidated: Recorded<string>
  /** The site's secrets. */
  bucket: LocalBucket
  receipts: LocalBucket
  pages: LocalBucket
  /** Messages that were sent to queues since the last `clear`; none is delivered. */
  messages: Recorded<{ queueUrl: string; body: string }>
  outbox: Outbox
}

export const RECEIPT_BUCKET = 'receipts-test'
export const PAGES_BUCKET = 'pages-test'

/** Starts Secrets Manager, Systems Manager, CloudFront, S3, SQS and SES for tests, and directs the SDK there. */
export async function startTestServices(): Promise<TestServices> {
  const invalidated: string[] = []
  const bucket = new LocalBucket(null)
  const receipts = new LocalBucket(null)
  const pages = new LocalBucket(null)
  const messages: { queueUrl: string; body: string }[] = []
  const outbox = new Outbox()
  const services = await startServices({
    region: REGION,
    parameter: (name) => (name === DISTRIBUTION_ID_PARAMETER ? 'ETEST12345' : undefined),
    distributionId: 'ETEST12345',
    invalidate: (paths) => invalidated.push(...paths),
    bucketOf: (name) => ({ [RECEIPT_BUCKET]: receipts, [PAGES_BUCKET]: pages })[name] ?? bucket,
    send: (queueUrl, body) => String(messages.push({ queueUrl, body })),
    outbox,
  })
  const { url } = services
  useEndpoints(
    {
      AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
      AWS_ENDPOINT_URL_SSM: url,
      AWS_ENDPOINT_URL_CLOUDFRONT: url,
      AWS_ENDPOINT_URL_S3: url,
      AWS_ENDPOINT_URL_SESV2: url,
      AWS_ENDPOINT_URL_SQS: url,
    },
    REGION,
  )
  return {
    ...services,
    bucket,
    receipts,
    pages,
    messages: recorded(messages),
    outbox,
    invalidated: recorded(invalidated),
  }
}
