import * as v from 'valibot'
import { SUBJECT_PARTS, subjectId } from '../../catalogue/subjects.ts'
import { findTheme } from '../../catalogue/tracks.ts'
import { orNull, validationMessages as texts } from '../../entities/fields.ts'
import { contentFields, type DriveReference, type FileReference } from '../../entities/file.ts'
import type { InboxFile } from '../../entities/inbox-file.ts'
import { Resource } from '../../entities/resource.ts'
import { type ManagedSubject, Subject, SubjectYear } from '../../entities/subject.ts'
import { DomainError } from '../domain-error.ts'
import { isAtGoogle, parseDriveReference, parseFileReference } from './drive-reference.ts'

// Subjects and resources as forms send them. Only pages of the administration may import this module: Drive's host name,
// by which pasted addresses are recognised, must not reach the browsers of students.

export const INVALID_DRIVE_FILE =
  'ID Google Drive invalide - Veuillez fournir un ID valide ou une URL Google Drive complète'

/** A pasted Drive id or URL. It is kept as text and checked by the rule of the server. */
const DriveFile = v.pipe(
  v.string(INVALID_DRIVE_FILE),
  v.trim(),
  v.check((text) => parseDriveReference(text) !== null, INVALID_DRIVE_FILE),
)

/** The fields that the server adds to an owner's input. */
const SERVER_FIELDS = ['version', ...contentFields, 'correctedOn', 'createdAt', 'updatedAt'] as const

/** A subject as the form sends it. A field that is left out keeps its value; null removes the document. */
export const SubjectInput = v.object({
  ...v.pick(Subject, ['track', 'year', 'session']).entries,
  file: DriveFile,
  isFree: v.optional(v.boolean(texts.invalid)),
  correction: v.optional(v.nullable(DriveFile)),
  video: v.optional(v.nullable(DriveFile)),
})
export type SubjectInput = v.InferOutput<typeof SubjectInput>

const isTaught = ({ track, theme, chapter }: Pick<Resource, 'track' | 'theme' | 'chapter'>) =>
  findTheme(track, theme)?.chapters.includes(chapter) ?? false

/** A resource as the form sends it. The track must teach the chapter, and the file must be readable. */
export const ResourceInput = v.pipe(
  v.object({
    ...v.omit(Resource, ['id', ...SERVER_FIELDS]).entries,
    year: SubjectYear,
    file: v.pipe(v.string(INVALID_DRIVE_FILE), v.trim(), v.nonEmpty(INVALID_DRIVE_FILE)),
    captions: orNull(DriveFile),
    thumbnail: v.pipe(
      Resource.entries.thumbnail,
      // The thumbnail's address is public, and one in Drive would reveal the file and its host.
      v.check(
        (url) => url === null || !isAtGoogle(url),
        "L'image doit être ailleurs que dans Google Drive : son adresse est visible de tous",
      ),
    ),
  }),
  v.forward(
    v.check((resource) => isTaught(resource), texts.chapter),
    ['chapter'],
  ),
  v.forward(
    v.check(
      ({ file, isFree, type }) =>
        parseFileReference(file, { isFreeVideo: isFree && type === 'video' }) !== null,
      INVALID_DRIVE_FILE,
    ),
    ['file'],
  ),
)
export type ResourceInput = v.InferOutput<typeof ResourceInput>

const { file: _file, ...receivedEntries } = ResourceInput.entries

const ReceivedResource = v.pipe(
  v.object({
    action: v.literal('resource'),
    ...receivedEntries,
    title: v.optional(Resource.entries.title),
    isFree: v.optional(Resource.entries.isFree, false),
  }),
  v.forward(
    v.check((resource) => isTaught(resource), texts.chapter),
    ['chapter'],
  ),
)
export type ReceivedResource = v.InferOutput<typeof ReceivedResource>

const ReceivedPaper = v.object({
  action: v.literal('subject'),
  ...v.pick(Subject, ['track', 'year', 'session']).entries,
  part: v.optional(v.picklist(SUBJECT_PARTS, texts.choice), 'statement'),
  /** True when everyone may open a new statement. */
  isFree: v.optional(v.boolean(texts.boolean), false),
})
export type ReceivedPaper = v.InferOutput<typeof ReceivedPaper>

export const InboxDecision = v.variant(
  'action',
  [ReceivedPaper, ReceivedResource, v.object({ action: v.literal('ignore') })],
  texts.choice,
)
export type InboxDecision = v.InferOutput<typeof InboxDecision>

export const ManagedResource = v.object({
  ...v.omit(Resource, ['version', ...contentFields]).entries,
  file: v.string(),
  captions: orNull(v.string()),
})
export type ManagedResource = v.InferOutput<typeof ManagedResource>

export type ResourceFields = Omit<Resource, (typeof SERVER_FIELDS)[number] | 'id'>

/** @throws DomainError INVALID_REQUEST, which the schema has ruled out */
export function storedReference(text: string): DriveReference {
  const file = parseDriveReference(text)
  if (!file) throw new DomainError('INVALID_REQUEST')
  return file
}

export function storedResource(input: ResourceInput): ResourceFields {
  const isFreeVideo = input.isFree && input.type === 'video'
  const file = parseFileReference(input.file, { isFreeVideo })
  const captions = input.captions === null ? null : parseDriveReference(input.captions)
  if (!file) throw new DomainError('INVALID_REQUEST')
  return { ...input, file, captions }
}

/** Its schema leaves out what is known of the files. */
export function managedSubject(subject: Subject): ManagedSubject {
  const { file, correction, video } = subject
  return {
    ...subject,
    id: subjectId(subject),
    hasFile: true,
    file: fileText(file),
    correction: correction && fileText(correction.file),
    video: video && fileText(video.file),
  }
}

/** Its schema leaves out what is known of the file. */
export function managedResource(resource: Resource): ManagedResource {
  const { file, captions } = resource
  return { ...resource, file: fileText(file), captions: captions && fileText(captions) }
}

export function fileText(file: FileReference): string {
  switch (file.kind) {
    case 'coming-soon':
      return 'coming-soon'
    case 'youtube':
      return `https://www.youtube.com/watch?v=${file.videoId}`
    case 'drive':
      return file.resourceKey === undefined
        ? file.fileId
        : `https://drive.google.com/file/d/${file.fileId}/view?resourcekey=${file.resourceKey}`
  }
}

export function receivedFileText({ fileId, resourceKey }: Pick<InboxFile, 'fileId' | 'resourceKey'>): string {
  return fileText({ kind: 'drive', fileId, ...(resourceKey !== null && { resourceKey }) })
}
