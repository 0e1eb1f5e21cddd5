import * as v from 'valibot'
import type { FolderFile } from '#shared/contract/admin/documents.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import type { CallDrive } from './calls.ts'
import { parseAnswer, SizeText } from './metadata.ts'

/** A folder. Ids of shared drives are shorter than those of files. */
export type FolderReference = Pick<DriveReference, 'fileId' | 'resourceKey'>

const FolderAnswer = v.object({
  nextPageToken: v.optional(v.nullable(v.string()), null),
  files: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      mimeType: v.string(),
      size: SizeText,
      resourceKey: v.optional(v.string()),
    }),
  ),
})

type ListedFile = { file: DriveReference } & Pick<FolderFile, 'name' | 'size' | 'unusable'>
export type FolderPage = { items: ListedFile[]; nextPageToken: string | null }

const PAGE_SIZE = 100
const GOOGLES_OWN = 'application/vnd.google-apps.'

/**
 * Returns the files of a folder by name, without those in the bin and without folders.
 * @throws DriveFailure, `missing` when there is no such folder for the service account
 */
export async function listFiles(
  call: CallDrive,
  folder: FolderReference,
  pageToken: string | undefined,
): Promise<FolderPage> {
  const response = await call({
    path: '/drive/v3/files',
    query: {
      // An id has letters, digits, underscores and hyphens only, so that nothing must be escaped.
      q: `'${folder.fileId}' in parents and trashed = false and mimeType != '${GOOGLES_OWN}folder'`,
      fields: 'nextPageToken,files(id,name,mimeType,size,resourceKey)',
      orderBy: 'name_natural',
      pageSize: String(PAGE_SIZE),
      supportsAllDrives: 'true',
      includeItemsFromAllDrives: 'true',
      ...(pageToken !== undefined && { pageToken }),
    },
    target: folder,
  })
  const { files, nextPageToken } = await parseAnswer(FolderAnswer, response)
  return {
    items: files.map(({ id: fileId, resourceKey, name, mimeType, size }) => ({
      file: { kind: 'drive', fileId, ...(resourceKey !== undefined && { resourceKey }) },
      name,
      size,
      unusable: unusableKind(mimeType),
    })),
    nextPageToken,
  }
}

function unusableKind(mimeType: string): FolderFile['unusable'] {
  if (!mimeType.startsWith(GOOGLES_OWN)) return null
  return mimeType === `${GOOGLES_OWN}shortcut` ? 'shortcut' : 'google-document'
}
