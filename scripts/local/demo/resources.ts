import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { listThemes, type Theme } from '#shared/catalogue/themes.ts'
import {
  EXAM_SESSIONS,
  type ExamSession,
  findTrack,
  TRACK_CODES,
  type TrackCode,
} from '#shared/catalogue/tracks.ts'
import { UNKNOWN_WEIGHT } from '#shared/entities/file.ts'
import { type FileType, Resource, type ResourceType } from '#shared/entities/resource.ts'
import { NEWEST_SUBJECT_YEAR, OLDEST_SUBJECT_YEAR } from '#shared/entities/subject.ts'
import {
  captionsFileId,
  DEMO_PREFIX,
  demoWeight,
  LONG_FILM_ID,
  LONG_PAPER_ID,
  resourceFileId,
} from './files.ts'

/** Exams of a chapter that have exercises on it. */
const EXAMS_PER_CHAPTER = 6

/** How many corrections also have a video. */
const VIDEO_SHARE = 0.9

/** Every so many documents one is announced only. */
const COMING_SOON_EVERY = 160

/** Free videos of each track: the first chapter of every other theme. */
const FREE_VIDEOS_PER_TRACK = 4

/** A chapter with its 1-based number within the theme. */
type NumberedChapter = { track: TrackCode; theme: Theme; chapter: string; number: number }
type Exam = { year: string; session: ExamSession }

const [, SECOND_TRACK = TRACK_CODES[0]] = TRACK_CODES

/** The chapter of the documents that are too large: the last one of its theme. */
const LARGE_AT = { track: SECOND_TRACK, slug: 'mecanique' } as const

/** The theme where a correction is a film, though it says that it is a paper. */
const MISTAKEN_AT = { track: SECOND_TRACK, theme: 'piles' } as const
const MISTAKEN_FILM_ID = `${DEMO_PREFIX}video-mis-par-erreur`

/** The documents of the demo content: some 1,200 over every chapter, twelve free videos, two large ones. */
export function demoResources(): Resource[] {
  const gated = listChapters().flatMap((at) => examsOf(at).flatMap((exam) => createDocuments(at, exam)))
  const mistaken = gated.find(isMistaken)
  return [
    ...gated.map((resource, index) =>
      index % COMING_SOON_EVERY === COMING_SOON_EVERY - 1
        ? announced(resource)
        : resource === mistaken
          ? withFilm(resource)
          : resource,
    ),
    ...largeDocuments(),
    ...freeVideos(),
  ]
}

/** Nothing to open yet, and nothing to weigh. */
function announced(resource: Resource): Resource {
  return { ...resource, file: { kind: 'coming-soon' }, ...UNKNOWN_WEIGHT }
}

function isMistaken({ track, theme, type, resourceType }: Resource): boolean {
  const isPaper = type === 'pdf' && resourceType === 'correction'
  return isPaper && track === MISTAKEN_AT.track && theme === MISTAKEN_AT.theme
}

/** A paper whose reference leads to a film: the check of documents finds it. */
function withFilm(resource: Resource): Resource {
  return { ...resource, file: { kind: 'drive', fileId: MISTAKEN_FILM_ID }, ...UNKNOWN_WEIGHT }
}

/** A course of sixty pages and a film of 300 MB, in the last chapter of a theme. */
function largeDocuments(): Resource[] {
  const theme = listThemes(LARGE_AT.track).find(({ slug }) => slug === LARGE_AT.slug)
  const chapter = theme?.chapters.at(-1)
  if (!theme || chapter === undefined) return []
  const at = { track: LARGE_AT.track, theme, chapter, number: theme.chapters.length }
  const exam: Exam = { year: '2025', session: 'Normale' }
  return [
    large(documentOf(at, exam, 'course', 'pdf', 4), `Polycopié : ${chapter}`, LONG_PAPER_ID),
    large(documentOf(at, exam, 'course', 'video', 5), `Cours filmé en entier : ${chapter}`, LONG_FILM_ID),
  ]
}

function large(resource: Resource, title: string, fileId: string): Resource {
  return { ...resource, id: opaqueId(fileId), title, file: { kind: 'drive', fileId }, ...demoWeight(fileId) }
}

function listChapters(): NumberedChapter[] {
  return TRACK_CODES.flatMap((track) =>
    listThemes(track).flatMap((theme) =>
      theme.chapters.map((chapter, index) => ({ track, theme, chapter, number: index + 1 })),
    ),
  )
}

/** Different exams for each chapter, the same at every start. */
function examsOf({ track, theme, number }: NumberedChapter): Exam[] {
  const all = Array.from({ length: NEWEST_SUBJECT_YEAR - OLDEST_SUBJECT_YEAR + 1 }, (_, index) =>
    String(OLDEST_SUBJECT_YEAR + index),
  ).flatMap((year) => EXAM_SESSIONS.map((session) => ({ year, session })))
  const order = ({ year, session }: Exam) => fractionOf(`${track}/${theme.slug}/${number}/${year}/${session}`)
  return all.toSorted((a, b) => order(a) - order(b)).slice(0, EXAMS_PER_CHAPTER)
}

function createDocuments(at: NumberedChapter, exam: Exam): Resource[] {
  const { track, theme, number } = at
  const share = fractionOf(`video of ${track}/${theme.slug}/${number}/${exam.year}/${exam.session}`)
  return [
    documentOf(at, exam, 'exercise', 'pdf', 0),
    documentOf(at, exam, 'correction', 'pdf', 1),
    ...(share < VIDEO_SHARE ? [documentOf(at, exam, 'correction', 'video', 2)] : []),
  ]
}

const KIND: Record<ResourceType, string> = {
  exercise: 'Énoncé',
  correction: 'Corrigé',
  course: 'Cours',
  exam: 'Examen',
}

function documentOf(
  { track, theme, chapter, number }: NumberedChapter,
  { year, session }: Exam,
  resourceType: ResourceType,
  type: FileType,
  part: number,
): Resource {
  const fileId = resourceFileId(type, {
    track,
    theme: theme.slug,
    chapter: number,
    year,
    session,
    resourceType,
  })
  const addedAt = `${year}-09-${String(1 + ((number * 3 + part) % 28)).padStart(2, '0')}T10:0${part}:00.000Z`
  return v.parse(Resource, {
    id: opaqueId(fileId),
    title: `${KIND[resourceType]}${type === 'video' ? ' vidéo' : ''} : ${chapter} - ${year} ${session}`,
    track,
    theme: theme.slug,
    chapter,
    year,
    session,
    resourceType,
    type,
    file: { kind: 'drive', fileId },
    isFree: false,
    ...demoWeight(fileId),
    version: opaqueId(`version of ${fileId}`),
    createdAt: addedAt,
    updatedAt: addedAt,
  })
}

function freeVideos(): Resource[] {
  return TRACK_CODES.flatMap((track, index) =>
    listThemes(track)
      .filter((_, position) => position % 2 === index % 2)
      .slice(0, FREE_VIDEOS_PER_TRACK)
      .flatMap((theme, position) => freeVideo(track, theme, index * FREE_VIDEOS_PER_TRACK + position)),
  )
}

function freeVideo(track: TrackCode, theme: Theme, index: number): Resource[] {
  const [chapter] = theme.chapters
  if (chapter === undefined) return []
  const exam: Exam = { year: '2025', session: 'Normale' }
  const video = documentOf({ track, theme, chapter, number: 1 }, exam, 'course', 'video', 3)
  const addedAt = `2025-10-${String(index + 1).padStart(2, '0')}T09:00:00.000Z`
  return [
    {
      ...video,
      title: `${chapter} : l'essentiel du cours`,
      description: `Les notions à connaître en ${findTrack(track).label}, avec un exemple résolu pas à pas.`,
      isFree: true,
      captions:
        video.file.kind === 'drive' ? { kind: 'drive', fileId: captionsFileId(video.file.fileId) } : null,
      createdAt: addedAt,
      updatedAt: addedAt,
    },
  ]
}

function opaqueId(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20)
}

/** A number in [0, 1) that is always the same for one text. */
function fractionOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0) / 2 ** 32
}
