import { type FolderFile, listFolder } from '#shared/contract/admin-documents.ts'
import { call } from '#web/lib/api/call.ts'
import { readAll } from '../../read-all.ts'

/** Drive may take its time over a large folder. */
const TIMEOUT_MS = 30_000

/** Every file of a Drive folder, by its id or address. @throws ApiFailure */
export function fetchFolder(folder: string, onProgress: (count: number) => void): Promise<FolderFile[]> {
  const readPage = (cursor: string | undefined) =>
    call(listFolder, { query: { folder, cursor } }, { timeoutMs: TIMEOUT_MS })
  return readAll({ readPage, onProgress })
}
