import type { FolderFile } from '#shared/contract/admin/documents.ts'
import type { ContentKind } from '#shared/domain/documents/document-health.ts'
import { fileText, INVALID_DRIVE_FILE } from '#shared/domain/documents/document-input.ts'
import { parseDriveReference, parseFolderReference } from '#shared/domain/documents/drive-reference.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Drive } from '../drive/drive.ts'
import { DriveFailure, driveRefusalForOwners } from '../drive/failure.ts'
import { checkFile } from './examine.ts'
import { readContentFault } from './read-content.ts'

const NOTHING_KNOWN = { name: null, size: null, detail: null }

/** Checks a reference before it is stored; `drive` is null in embed mode. @throws DomainError INVALID_REQUEST */
export async function checkReference(
  drive: Pick<Drive, 'factsOf' | 'open'> | null,
  text: string,
  kind: ContentKind,
) {
  const file = parseDriveReference(text)
  if (!file)
    throw new DomainError('INVALID_REQUEST', { errors: [{ path: 'file', message: INVALID_DRIVE_FILE }] })
  if (!drive) return { outcome: 'unknown' as const, ...NOTHING_KNOWN }
  const check = await checkFile(drive, file, kind)
  if (check.outcome === 'unknown') return { outcome: check.outcome, ...NOTHING_KNOWN }
  const { name, size } = check.facts ?? NOTHING_KNOWN
  if (check.outcome === 'broken') return { outcome: check.fault, name, size, detail: null }
  if (kind === 'captions') return { outcome: 'fine' as const, name, size, detail: null }
  try {
    const found = await readContentFault(drive, file, kind, check.facts)
    return { outcome: found?.fault ?? ('fine' as const), name, size, detail: found?.detail ?? null }
  } catch (error) {
    if (!(error instanceof DriveFailure)) throw error
    return { outcome: 'unknown' as const, name, size, detail: null }
  }
}

const NO_FOLDER = "Ce dossier n'existe pas, ou n'est pas partagé avec le compte de service."

/**
 * The cursor is Drive's page token. @throws DomainError INVALID_REQUEST, DOCUMENT_UNAVAILABLE, DOCUMENT_SOURCE_FAILED
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
      items: items.map(({ file, name, size, unusable }) => ({ file: fileText(file), name, size, unusable })),
      nextCursor: nextPageToken,
    }
  } catch (error) {
    throw folderRefusal(error)
  }
}

export function folderRefusal(error: unknown): unknown {
  if (error instanceof DriveFailure && error.fault === 'missing')
    return new DomainError('DOCUMENT_UNAVAILABLE', { detail: NO_FOLDER, cause: error })
  return driveRefusalForOwners(error)
}
