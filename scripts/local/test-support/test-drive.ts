import { type DriveFile, type DriveFiles, storedContent } from '../drive/files.ts'
import { startDrive } from '../drive/server.ts'
import { createServiceAccount, type ServiceAccount } from '../drive/service-account.ts'
import type { FakeService, Fault, FaultPlan } from '../fake-service.ts'
import { testKey } from './test-keys.ts'

export type TestFile = DriveFile & { folder: string | null }

/** Makes a file of a test's Drive. */
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

export type TestDrive = FakeService & {
  /** Fails calls of the API as planned. */
  failWith(plan: FaultPlan | null): void
  /** Fails every request for a token; null ends that. */
  failTokensWith(fault: Fault | null): void
  /** Files shared with the service account, by id. */
  files: Map<string, TestFile>
  /** Key file of the service account. */
  account: ServiceAccount
  clock: { now: Date | null }
}

/** @param files in place of the map that the test fills */
export async function startTestDrive(files?: DriveFiles): Promise<TestDrive> {
  const own = new Map<string, TestFile>()
  const privateKey = testKey('drive')
  const clock: TestDrive['clock'] = { now: null }
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
    failWith: (next) => {
      plan = next
    },
    failTokensWith: (fault) => {
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
