import type { DocumentFault } from '../../entities/file.ts'
import type { FileType } from '../../entities/resource.ts'

export type ContentKind = FileType | 'captions'

/** Media types of each kind. Uploads by programs often have none. */
const TYPES: Record<ContentKind, RegExp> = {
  pdf: /^application\/(?:x-)?pdf$/,
  video: /^(?:video\/[\w.+-]+|application\/mp4)$/,
  captions: /^text\/(?:vtt|plain)$/,
}
const NO_TYPE = /^(?:(?:application|binary)\/octet-stream)?$/

/** Returns false only for a media type that clearly is of another kind. */
export function canBe(kind: ContentKind, mimeType: string): boolean {
  return TYPES[kind].test(mimeType) || NO_TYPE.test(mimeType)
}

/** A file as its source describes it; `size` is null for one that cannot be downloaded, such as a folder. */
export type SourceFile = { mimeType: string; size: number | null; isTrashed: boolean; canDownload: boolean }

export function documentFault(
  { mimeType, size, isTrashed, canDownload }: SourceFile,
  kind: ContentKind,
): DocumentFault | null {
  if (isTrashed) return 'trashed'
  if (!canBe(kind, mimeType)) return 'wrong-type'
  if (size === 0 || size === null) return 'empty'
  return canDownload ? null : 'not-downloadable'
}

export type VideoParts = {
  container: string
  picture: { format: string; profile: string } | null
  sound: { format: string; profile: string } | null
}

/** The codecs that browsers play in each container. */
const PICTURES: Readonly<Record<string, readonly string[]>> = {
  'MPEG-4': ['AVC'],
  QuickTime: ['AVC'],
  WebM: ['VP8', 'VP9', 'AV1'],
}
const SOUNDS: Readonly<Record<string, readonly string[]>> = {
  'MPEG-4': ['AAC', 'MP3'],
  QuickTime: ['AAC', 'MP3'],
  WebM: ['Vorbis', 'Opus'],
}

/** More than eight bits a channel, and colours that are not halved: phones play none of them. */
const RICH_PROFILE = /^High (?:10|4:2:2|4:4:4)/

/** Names that owners may find in the settings of a camera or a program. */
const NAMES: Readonly<Record<string, string>> = {
  AVC: 'H.264',
  HEVC: 'HEVC (H.265)',
  'MPEG-4': 'MP4',
  Matroska: 'MKV',
  'Windows Media': 'WMV',
}

/** Returns the part of a video that browsers do not play, as owners may read it; null when they play all of it. */
export function unplayablePart({ container, picture, sound }: VideoParts): string | null {
  const nameOf = (format: string) => NAMES[format] ?? format
  if (!picture) return 'aucune image'
  const { format, profile } = picture
  const pictures = PICTURES[container]
  if (!pictures) return `${nameOf(format)} dans ${nameOf(container)}`
  if (!pictures.includes(format)) return `image ${nameOf(format)}`
  if (format === 'AVC' && RICH_PROFILE.test(profile)) return `image H.264 ${profile}`
  const soundFormat = sound && isMp3(sound) ? 'MP3' : sound?.format
  const isHeard = soundFormat === undefined || SOUNDS[container]?.includes(soundFormat)
  return isHeard ? null : `son ${nameOf(soundFormat)}`
}

function isMp3({ format, profile }: { format: string; profile: string }): boolean {
  return format === 'MPEG Audio' && profile.includes('Layer 3')
}
