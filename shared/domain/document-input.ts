import * as v from 'valibot'
import { findTheme } from '../catalogue/themes.ts'
import { orNull } from '../entities/fields.ts'
import { Resource } from '../entities/resource.ts'
import { Subject } from '../entities/subject.ts'
import { validationMessages as texts } from '../entities/validation-messages.ts'
import { isAtGoogle, parseDriveReference, parseFileReference } from './drive-reference.ts'

// Subjects and resources as forms send them. Only pages of the administration may import this module: Drive's host name,
// by which pasted addresses are recognised, must not reach the browsers of students.

/** A Drive id or URL as pasted; kept as text and checked by the rule that the server stores by. */
export const DriveFile = v.pipe(
  v.string(texts.driveFile),
  v.trim(),
  v.check((text) => parseDriveReference(text) !== null, texts.driveFile),
)

export const SubjectInput = v.object({
  ...v.omit(Subject, ['version', 'size', 'pages', 'createdAt', 'updatedAt']).entries,
  file: DriveFile,
})
export type SubjectInput = v.InferOutput<typeof SubjectInput>

/** A resource as the form sends it: the chapter must be one that the track teaches, the file must be readable. */
export const ResourceInput = v.pipe(
  v.object({
    ...v.omit(Resource, ['id', 'version', 'size', 'pages', 'createdAt', 'updatedAt']).entries,
    file: v.pipe(v.string(texts.driveFile), v.trim(), v.nonEmpty(texts.driveFile)),
    captions: orNull(DriveFile),
    thumbnail: v.pipe(
      Resource.entries.thumbnail,
      // The thumbnail's address is public: one in Drive would reveal the file and its host.
      v.check((url) => url === null || !isAtGoogle(url), texts.pictureInDrive),
    ),
  }),
  v.forward(
    v.check(
      ({ track, theme, chapter }) => findTheme(track, theme)?.chapters.includes(chapter) ?? false,
      texts.chapter,
    ),
    ['chapter'],
  ),
  v.forward(
    v.check(
      ({ file, isFree, type }) =>
        parseFileReference(file, { isFreeVideo: isFree && type === 'video' }) !== null,
      texts.driveFile,
    ),
    ['file'],
  ),
)
export type ResourceInput = v.InferOutput<typeof ResourceInput>

/** A resource as the owner sees it; file references as text that the form reads as the same reference. */
export const ManagedResource = v.object({
  ...v.omit(Resource, ['version', 'size', 'pages']).entries,
  file: v.string(),
  captions: orNull(v.string()),
})
export type ManagedResource = v.InferOutput<typeof ManagedResource>
