import type { FolderFile } from '#shared/contract/admin/documents.ts'
import { fileText, INVALID_DRIVE_FILE } from '#shared/domain/documents/document-input.ts'
import { parseFolderReference } from '#shared/domain/documents/folder-reference.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Drive } from '../drive/drive.ts'
import { DriveFailure, driveRefusalForOwners } from '../drive/failure.ts'

const NO_FOLDER = "Ce dossier n'existe pas, ou n'est pas partagé avec le compte de service."

/**
 * Returns a page of the files of a Drive folder, each with the text by which it can be stored.
 * @param drive null in embed mode, which has no credentials and answers an empty list
 * @param cursor Drive's own page token
 * @throws DomainError INVALID_REQUEST when the text is not a folder, DOCUMENT_UNAVAILABLE, DOCUMENT_SOURCE_FAILED
 */
export async function listFolder(
  drive: Pick<Drive, 'listFolder'> | null,
  text: string,
  cursor: string | undefined,
): Promise<{ items: FolderFile[]; nextCursor: string | null }> {
  const folder = parseFolderReference(text)
  if (!folder)
    throw new DomainError('INVALID_REQUEST', { errors: [{ path: 'folder', message: INVALID_DRIVE_FILE }] })
  if (!drive) return { items: [], nextCursor: null }
  try {
    const { items, nextPageToken } = await drive.listFolder(folder, cursor)
    return {
      items: items.map(({ file, name, size, unusable }) => ({
        file: fileText(file),
        name,
        size,
        unusable,
      })),
      nextCursor: nextPageToken,
    }
  } catch (error) {
    throw folderRefusal(error)
  }
}

/** Returns the refusal that owners get when a folder cannot be listed. */
export function folderRefusal(error: unknown): unknown {
  if (error instanceof DriveFailure && error.fault === 'missing')
    return new DomainError('DOCUMENT_UNAVAILABLE', { detail: NO_FOLDER, cause: error })
  return driveRefusalForOwners(error)
}
