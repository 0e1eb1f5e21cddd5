import type { ExamSession, TrackCode } from '../catalogue/tracks.ts'
import type { DocumentWeight } from './document-weight.ts'
import type { DriveReference, FileReference } from './drive-reference.ts'

/** What a resource is to a student; the French labels stand in the catalogue's messages. */
export const RESOURCE_TYPES = ['exercise', 'correction', 'course', 'exam'] as const
export type ResourceType = (typeof RESOURCE_TYPES)[number]

export const FILE_TYPES = ['pdf', 'video'] as const
export type FileType = (typeof FILE_TYPES)[number]

/** A document of a chapter. `theme` is a theme's slug, `chapter` the chapter's title within it. */
export type Resource = DocumentWeight & {
  id: string
  title: string
  description: string
  track: TrackCode
  theme: string
  chapter: string
  year: string
  session: ExamSession
  resourceType: ResourceType
  type: FileType
  file: FileReference
  isFree: boolean
  /** Picture of a free video; null: none. */
  thumbnail: string | null
  /** Of a video; null: none. */
  captions: DriveReference | null
  /** Changes whenever the file does (decision D24). */
  version: string
  createdAt: string
  updatedAt: string
}

/** Whether there is something to open: announced documents are listed but not available. */
export function isAvailable({ file }: Pick<Resource, 'file'>): boolean {
  return file.kind !== 'coming-soon'
}
