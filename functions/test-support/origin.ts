import {
  startTestDrive,
  startTestServices,
  type TestDrive,
  type TestServices,
} from '#scripts/local/test-support/services.ts'
import { type Document, documentOfResource } from '#shared/domain/documents/document.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { createResources } from '../data/resources.ts'
import { type FilePath, filePath } from '../delivery/file-path.ts'
import { resourceFixture } from './content.ts'
import {
  type FileAnswer,
  fetchFile,
  installStreamingRuntime,
  type StreamingHandler,
} from './streaming-runtime.ts'
import { startTable, type TestTable } from './table.ts'

export type Origin = {
  store: TestTable
  drive: TestDrive
  services: TestServices
  handler: StreamingHandler
  /** Like `fetch`, from the function of personal copies. */
  fetchCopy(path: string, call?: Parameters<typeof fetchFile>[2]): Promise<FileAnswer>
  fetch(path: string, call?: Parameters<typeof fetchFile>[2]): Promise<FileAnswer>
  stored(changes?: Partial<Resource>): Promise<Document>
  stop(): Promise<void>
}

/**
 * Starts the document origin as deployed in stream mode: the real exported handler, a table, and a Drive of its own.
 */
export async function startOrigin(): Promise<Origin> {
  const store = await startTable()
  const services = await startTestServices()
  const drive = await startTestDrive()
  services.secrets.set('drive', JSON.stringify(drive.account))
  Object.assign(process.env, {
    TABLE_NAME: store.table.name,
    DELIVERY_MODE: 'stream',
    DRIVE_API_URL: drive.url,
    DRIVE_CREDENTIALS_SECRET_ID: 'drive',
  })
  installStreamingRuntime()
  // The import is late, because a function reads its environment when it starts.
  const module = await import('../files/origin.ts')
  const handler = module.handler as unknown as StreamingHandler
  const copies = (await import('../copies/handler.ts')).handler as unknown as StreamingHandler
  return {
    store,
    drive,
    services,
    handler,
    fetch: (path, call) => fetchFile(handler, path, call),
    fetchCopy: (path, call) => fetchFile(copies, path, call),
    stored: async (changes = {}) => {
      const resource = resourceFixture(changes)
      await createResources(store.table).putAll([resource])
      return documentOfResource(resource)
    },
    stop: async () => {
      await drive.close()
      await services.close()
      await store.stop()
    },
  }
}

export function documentPath({ id, version, fileName }: Document, use: FilePath['use'] = 'inline'): string {
  return filePath({ documentId: id, version, use, fileName })
}

export function parseProblem({ body }: Pick<FileAnswer, 'body'>): Record<string, unknown> {
  return JSON.parse(body.toString()) as Record<string, unknown>
}
