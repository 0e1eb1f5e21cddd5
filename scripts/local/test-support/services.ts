import { MemoryBucket } from '../bucket.ts'
import { type DriveFile, type DriveFiles, storedContent } from '../drive/files.ts'
import { startDrive } from '../drive/server.ts'
import { createServiceAccount } from '../drive/service-account.ts'
import { serviceVariables, useEndpoints } from '../endpoints.ts'
import type { Fault, FaultPlan } from '../http-server.ts'
import { startServices } from '../services.ts'
import { Outbox } from '../users/pool.ts'
import { testKey } from './test-keys.ts'

export const DISTRIBUTION_ID_PARAMETER = '/revision/test/distribution-id'
const REGION = 'eu-west-3'

/** The records since the last `clear`. */
type Recorded<T> = { list(): T[]; clear(): void }

const recorded = <T>(seen: T[]): Recorded<T> => ({ list: () => [...seen], clear: () => void seen.splice(0) })

export type TestServices = Awaited<ReturnType<typeof startTestServices>>

export const RECEIPT_BUCKET = 'receipts-test'
export const PAGES_BUCKET = 'pages-test'

export async function startTestServices() {
  const invalidated: string[] = []
  const bucket = new MemoryBucket()
  const receipts = new MemoryBucket()
  const pages = new MemoryBucket()
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
  useEndpoints(serviceVariables(services.url), REGION)
  return {
    ...services,
    bucket,
    receipts,
    pages,
    /** Messages that were sent to queues since the last `clear`; none is delivered. */
    messages: recorded(messages),
    outbox,
    invalidated: recorded(invalidated),
  }
}

type TestFile = DriveFile & { folder: string | null }

export function driveFile({ bytes, ...changes }: Partial<TestFile> & { bytes?: Buffer } = {}): TestFile {
  return {
    name: 'document.pdf',
    mimeType: 'application/pdf',
    content: storedContent(bytes ?? Buffer.from('%PDF-1.4')),
    isTrashed: false,
    canDownload: true,
    folder: null,
    resourceKey: null,
    ...changes,
  }
}

export type TestDrive = Awaited<ReturnType<typeof startTestDrive>>

/** @param files in place of the map that the test fills */
export async function startTestDrive(files?: DriveFiles) {
  const own = new Map<string, TestFile>()
  const privateKey = testKey('drive')
  const clock: { now: Date | null } = { now: null }
  let account = createServiceAccount(privateKey, '')
  const drive = await startDrive({
    account: () => account,
    files: files ?? filesOf(own),
    // Small folders have several pages.
    ...(!files && { largestPage: 2 }),
    now: () => clock.now ?? new Date(),
  })
  account = createServiceAccount(privateKey, `${drive.url}/token`)
  let plan: FaultPlan | null = null
  let tokenFault: Fault | null = null
  drive.failWith((operation, request) =>
    operation === 'token' ? (tokenFault ?? undefined) : plan?.(operation, request),
  )
  return {
    ...drive,
    files: own,
    account,
    clock,
    failWith: (next: FaultPlan | null) => {
      plan = next
    },
    /** Fails every request for a token; null ends that. */
    failTokensWith: (fault: Fault | null) => {
      tokenFault = fault
    },
  }
}

function filesOf(files: ReadonlyMap<string, TestFile>): DriveFiles {
  return {
    find: (id) => files.get(id) ?? null,
    list(folder) {
      const found = [...files].filter(
        ([, file]) => (folder === undefined || file.folder === folder) && !file.isTrashed,
      )
      const sorted = found.toSorted(([, a], [, b]) => a.name.localeCompare(b.name))
      return sorted.length > 0 || folder === undefined ? sorted.map(([id]) => id) : null
    },
  }
}
