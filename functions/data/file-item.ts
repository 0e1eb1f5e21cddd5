import * as v from 'valibot'
import type { DriveReference, FileReference } from '#shared/entities/file.ts'

const drive = {
  kind: v.literal('drive'),
  fileId: v.string(),
  resourceKey: v.exactOptional(v.string()),
}

export const StoredDriveFile = v.object(drive)

/** How heavy a document is; the check of documents writes it (null until then). */
export const storedWeight = {
  size: v.optional(v.nullable(v.number()), null),
  pages: v.optional(v.nullable(v.number()), null),
}

/** A file reference as stored: a map of its own kind's fields. */
export const StoredFile = v.variant('kind', [
  v.object(drive),
  v.object({ kind: v.literal('coming-soon') }),
  v.object({ kind: v.literal('youtube'), videoId: v.string() }),
])

/** Stored field by field, so that nothing else travels along. */
export function storedDriveFile({ kind, fileId, resourceKey }: DriveReference): DriveReference {
  return { kind, fileId, ...(resourceKey !== undefined && { resourceKey }) }
}

/** As {@link storedDriveFile}, for every kind of reference. */
export function storedFile(file: FileReference): FileReference {
  return file.kind === 'drive' ? storedDriveFile(file) : file
}
