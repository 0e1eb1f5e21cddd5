import type { FolderReference } from '../drive/folder.ts'

/** Ids of shared drives, which are shorter than those of files, are accepted. */
const FOLDER_ID = /^[\w-]{10,200}$/
const RESOURCE_KEY = /^[\w-]{1,100}$/

/** Parses a folder's id or its address in Drive; null for any other text. */
export function parseFolderReference(input: string): FolderReference | null {
  const text = input.trim()
  if (FOLDER_ID.test(text)) return { fileId: text }
  if (!URL.canParse(text)) return null
  const { hostname, pathname, searchParams } = new URL(text)
  if (hostname !== 'drive.google.com') return null
  const fileId = /\/folders\/([^/]+)/.exec(pathname)?.[1] ?? searchParams.get('id') ?? ''
  const resourceKey = searchParams.get('resourcekey')
  if (!FOLDER_ID.test(fileId) || (resourceKey !== null && !RESOURCE_KEY.test(resourceKey))) return null
  return { fileId, ...(resourceKey !== null && { resourceKey }) }
}
