import * as v from 'valibot'
import { fileTypeLabels, kindLabel, resourceTypeLabels } from '../catalogue/subjects.ts'
import { THEME_SLUGS } from '../catalogue/tracks.ts'
import {
  choice,
  Day,
  ExamSession,
  freeText,
  isWellFormed,
  orNull,
  requiredText,
  Timestamp,
  TrackCode,
  validationMessages as texts,
  Year,
} from './fields.ts'
import { DriveReference, FileContent, FileReference } from './file.ts'

export const ResourceType = choice(resourceTypeLabels)
export type ResourceType = v.InferOutput<typeof ResourceType>

export const FileType = choice(fileTypeLabels)
export type FileType = v.InferOutput<typeof FileType>

export const Resource = v.object({
  id: v.string(),
  title: requiredText(200),
  description: v.optional(freeText(2_000), ''),
  track: TrackCode,
  theme: v.picklist(THEME_SLUGS, texts.theme),
  /** The chapter's title within the theme. */
  chapter: v.pipe(v.string(texts.chapter), v.trim()),
  year: Year,
  session: ExamSession,
  resourceType: ResourceType,
  type: FileType,
  file: FileReference,
  isFree: v.boolean(texts.boolean),
  thumbnail: orNull(
    v.pipe(
      v.string(),
      v.url(texts.url),
      v.startsWith('https://', texts.url),
      v.maxLength(500, texts.tooLong),
      v.check(isWellFormed, texts.url),
    ),
  ),
  captions: orNull(DriveReference),
  /** Changes whenever the file does, so that no cached copy of an earlier file is served. */
  version: v.string(),
  ...FileContent.entries,
  /** The day on which a reported error was last corrected. */
  correctedOn: v.optional(Day),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Resource = v.InferOutput<typeof Resource>

/** The fields that the owners' search looks through, with the label of the track. */
export const searchedResourceFields = [
  'title',
  'chapter',
  'year',
  'track',
] as const satisfies (keyof Resource)[]

/** The public view of a resource in its chapter; `available` is true when it can be opened. */
export const ChapterItem = v.object({
  ...v.pick(Resource, ['id', 'title', 'year', 'session', 'resourceType', 'type', 'isFree', 'size', 'pages'])
    .entries,
  available: v.boolean(),
})
export type ChapterItem = v.InferOutput<typeof ChapterItem>

export const VideoItem = v.pick(Resource, [
  'id',
  'title',
  'description',
  'track',
  'theme',
  'chapter',
  'year',
  'session',
  'thumbnail',
  'createdAt',
])
export type VideoItem = v.InferOutput<typeof VideoItem>

export const resourceFieldLabels = {
  title: 'Titre',
  description: 'Description',
  track: 'Filière',
  theme: 'Thème',
  chapter: 'Chapitre',
  year: 'Année',
  session: 'Session',
  resourceType: 'Nature',
  type: 'Type',
  file: 'Fichier',
  isFree: 'Gratuit',
  thumbnail: 'Miniature',
  captions: 'Sous-titres',
} as const satisfies Partial<Record<keyof Resource, string>>

/** The words of choices: the audit log shows them, and the import reads them. */
export const resourceChoiceLabels = {
  resourceType: resourceTypeLabels,
  type: fileTypeLabels,
} satisfies Partial<Record<keyof Resource, object>>

type Titled = Pick<Resource, 'resourceType' | 'type' | 'chapter' | 'year'> & { session: string }

/** Returns the title of a resource without one: 'Corrigé vidéo : Dipôle RC - 2023 Normale'. */
export function resourceTitle({ resourceType, type, chapter, year, session }: Titled): string {
  return `${kindLabel({ resourceType, type })} : ${chapter} - ${year} ${session}`
}

export function isAvailable({ file }: Pick<Resource, 'file'>): boolean {
  return file.kind !== 'coming-soon'
}
