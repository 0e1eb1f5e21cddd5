import type { DriveReference } from '../../entities/file.ts'

/** A folder. Ids of shared drives are shorter than those of files. */
export type FolderReference = Pick<DriveReference, 'fileId' | 'resourceKey'>

/** Sentence about a text that names no folder. */
export const INVALID_DRIVE_FOLDER =
  "Ce n'est pas un dossier Google Drive : copiez son adresse depuis Google Drive, ou son identifiant"

/** Longer input is refused, which limits the work on untrusted text. */
const MAX_LENGTH = 2_000

/** Ids of shared drives, which are shorter than those of files, are accepted. */
const FOLDER_ID = /^[\w-]{10,200}$/
const RESOURCE_KEY = /^[\w-]{1,100}$/

/** Parses a folder's id or its address in Drive; null for any other text. */
export function parseFolderReference(input: string): FolderReference | null {
  const text = input.trim()
  if (text.length > MAX_LENGTH) return null
  if (FOLDER_ID.test(text)) return { fileId: text }
  if (!URL.canParse(text)) return null
  const { hostname, pathname, searchParams } = new URL(text)
  if (hostname !== 'drive.google.com') return null
  const fileId = /\/folders\/([^/]+)/.exec(pathname)?.[1] ?? searchParams.get('id') ?? ''
  const resourceKey = searchParams.get('resourcekey')
  if (!FOLDER_ID.test(fileId) || (resourceKey !== null && !RESOURCE_KEY.test(resourceKey))) return null
  return { fileId, ...(resourceKey !== null && { resourceKey }) }
}
