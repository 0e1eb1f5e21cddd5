import type { DriveReference, FileReference } from '../../entities/file.ts'

/** At least 25 letters, digits, underscores or hyphens. */
const FILE_ID = /^[\w-]{25,200}$/
const RESOURCE_KEY = /^[\w-]{1,100}$/
const DRIVE_HOST = /^(?:drive|docs)\.google\.com$/
const GOOGLE_HOST = /(?:^|\.)(?:google|googleusercontent|googleapis)\.com\.?$/
const YOUTUBE_ID = /^[\w-]{11}$/

/** Longer input is refused, which limits the work on untrusted text. */
const MAX_LENGTH = 2_000

/** A bare id, or a Drive or Docs URL with `/d/{id}` or `?id={id}`; null for any other text. */
export function parseDriveReference(input: string): DriveReference | null {
  const text = input.trim()
  if (FILE_ID.test(text)) return { kind: 'drive', fileId: text }
  const url = parseHttpUrl(text)
  if (!url || !DRIVE_HOST.test(url.hostname)) return null
  const fileId = /\/d\/([^/]+)/.exec(url.pathname)?.[1] ?? url.searchParams.get('id')
  if (!fileId || !FILE_ID.test(fileId)) return null
  const resourceKey = url.searchParams.get('resourcekey')
  if (resourceKey === null) return { kind: 'drive', fileId }
  return RESOURCE_KEY.test(resourceKey) ? { kind: 'drive', fileId, resourceKey } : null
}

/** A Drive reference, the literal `coming-soon`, or, for a free video, a YouTube URL; null for any other text. */
export function parseFileReference(
  input: string,
  { isFreeVideo }: { isFreeVideo: boolean },
): FileReference | null {
  if (input.trim() === 'coming-soon') return { kind: 'coming-soon' }
  return parseDriveReference(input) ?? (isFreeVideo ? parseYouTubeUrl(input) : null)
}

export function isAtGoogle(address: string): boolean {
  return URL.canParse(address) && GOOGLE_HOST.test(new URL(address).hostname)
}

function parseYouTubeUrl(input: string): FileReference | null {
  const url = parseHttpUrl(input.trim())
  if (!url) return null
  const videoId = youTubeVideoId(url)
  return videoId && YOUTUBE_ID.test(videoId) ? { kind: 'youtube', videoId } : null
}

function youTubeVideoId(url: URL): string | null | undefined {
  if (url.hostname === 'youtu.be') return url.pathname.slice(1)
  if (!/^(?:www\.|m\.)?youtube(?:-nocookie)?\.com$/.test(url.hostname)) return null
  return url.searchParams.get('v') ?? /^\/(?:embed|shorts)\/([^/]+)/.exec(url.pathname)?.[1]
}

function parseHttpUrl(text: string): URL | null {
  const isRead = text.length <= MAX_LENGTH && /^https?:\/\//i.test(text) && URL.canParse(text)
  return isRead ? new URL(text) : null
}

export type FolderReference = Pick<DriveReference, 'fileId' | 'resourceKey'>

export const INVALID_DRIVE_FOLDER =
  "Ce n'est pas un dossier Google Drive : copiez son adresse depuis Google Drive, ou son identifiant"

/** Ids of shared drives, which are shorter than those of files, are accepted. */
const FOLDER_ID = /^[\w-]{10,200}$/

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
