import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { laterThan } from '#shared/domain/days/moroccan-day.ts'
import {
  fileText,
  managedResource,
  ResourceInput,
  SubjectInput,
  storedReference,
} from '#shared/domain/documents/document-input.ts'
import type { ManagedExercise } from '#shared/entities/exercise.ts'
import { type DriveReference, type FileContent, UNKNOWN_CONTENT } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { Subject, SubjectDocument } from '#shared/entities/subject.ts'

/** A subject as the form sends it, or a line of a file, which may also have exercises. */
export type SubjectLine = SubjectInput & { exercises?: ManagedExercise[] | undefined }

export function newDocument(
  now: Date,
): Pick<Resource, keyof FileContent | 'version' | 'createdAt' | 'updatedAt'> {
  const at = now.toISOString()
  return { version: randomUUID(), ...UNKNOWN_CONTENT, createdAt: at, updatedAt: at }
}

/** Returns the fields of a subject from an input. Absent ones stay as they are, or empty. */
export function subjectFields(
  { file, isFree, correction, video, exercises, ...fields }: SubjectLine,
  before: Subject | null,
) {
  return {
    ...fields,
    file: storedReference(file),
    isFree: isFree ?? before?.isFree ?? false,
    correction: documentFor(correction, before?.correction ?? null),
    video: documentFor(video, before?.video ?? null),
    exercises: exercises?.map((each) => withHelp(each, before)) ?? before?.exercises ?? [],
  }
}

/** A line of a file without help keeps that of the exercise, which only its form removes. */
function withHelp(exercise: ManagedExercise, before: Subject | null): ManagedExercise {
  const { hints, answer } = before?.exercises.find(({ number }) => number === exercise.number) ?? {}
  if (exercise.hints || exercise.answer) return exercise
  return { ...exercise, ...(hints && { hints }), ...(answer && { answer }) }
}

function documentFor(
  text: string | null | undefined,
  before: SubjectDocument | null,
): SubjectDocument | null {
  if (text === undefined) return before
  if (text === null) return null
  const file: DriveReference = storedReference(text)
  return isDeepStrictEqual(before?.file, file) ? before : { file, version: randomUUID(), ...UNKNOWN_CONTENT }
}

export function changedDocument<Stored extends Subject | Resource>(
  before: Stored,
  fields: Partial<Stored>,
  now: Date,
): Stored | null {
  if (hasFields(before, fields)) return null
  const after = { ...before, ...fields, updatedAt: laterThan(before.updatedAt, now) }
  // A new version is a new path, so that no cached copy of the earlier file is served.
  return isSameFile(before, after) ? after : { ...after, version: randomUUID(), ...UNKNOWN_CONTENT }
}

export function hasFields<Stored extends Subject | Resource>(
  stored: Stored,
  fields: Partial<Stored>,
): boolean {
  return isDeepStrictEqual({ ...stored, ...fields }, { ...stored })
}

export function isSameFile(a: Subject | Resource, b: Subject | Resource): boolean {
  return isDeepStrictEqual(contentOf(a), contentOf(b))
}

function contentOf(document: Subject | Resource) {
  const isResource = 'captions' in document
  return [document.file, isResource && document.captions, isResource && document.type]
}

/** Returns an id derived from content, so that a repeated request finds the item of the first one. */
export function derivedId(...parts: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest()
  // RFC 9562: version 8 is for an application's own rule.
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export function subjectValues(subject: Subject): Record<string, unknown> {
  return pickFields(
    {
      ...subject,
      file: fileText(subject.file),
      correction: subject.correction && fileText(subject.correction.file),
      video: subject.video && fileText(subject.video.file),
    },
    SubjectInput,
  )
}

export function resourceValues(resource: Resource): Record<string, unknown> {
  return pickFields(managedResource(resource), ResourceInput)
}

function pickFields(view: object, { entries }: { entries: object }): Record<string, unknown> {
  return Object.fromEntries(Object.entries(view).filter(([field]) => field in entries))
}
