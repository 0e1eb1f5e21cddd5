import { createHash } from 'node:crypto'
import { listThemes, type Theme } from '#shared/catalogue/themes.ts'
import {
  EXAM_SESSIONS,
  type ExamSession,
  findTrack,
  TRACK_CODES,
  type TrackCode,
} from '#shared/catalogue/tracks.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import { UNKNOWN_WEIGHT } from '#shared/entities/file.ts'
import type { FileType, Resource, ResourceType } from '#shared/entities/resource.ts'
import { NEWEST_SUBJECT_YEAR, OLDEST_SUBJECT_YEAR } from '#shared/entities/subject.ts'
import {
  captionsFileId,
  DEMO_PREFIX,
  LONG_FILM_ID,
  LONG_PAPER_ID,
  resourceFileId,
} from '../drive/demo-files.ts'
import { seededRandom } from '../drive/seeded-random.ts'
import { weightOf } from '../drive/weights.ts'

/** Exams of a chapter that have exercises on it. */
const EXAMS_PER_CHAPTER = 6

/** How many corrections also have a video. */
const VIDEO_SHARE = 0.9

/** Every so many documents one is announced only. */
const COMING_SOON_EVERY = 160

const FREE_VIDEO_THEMES: readonly [track: TrackCode, theme: Theme['slug']][] = [
  ['SM', 'ondes'],
  ['SM', 'electricite'],
  ['SM', 'mecanique'],
  ['SM', 'dosage-acide-base'],
  ['PC', 'nucleaire'],
  ['PC', 'electricite'],
  ['PC', 'mecanique'],
  ['PC', 'piles'],
  ['SVT', 'ondes'],
  ['SVT', 'transformations-lentes'],
  ['SVT', 'chimie-organique'],
  ['SVT', 'nucleaire'],
]

type Place = { track: TrackCode; theme: Theme; chapter: string; number: number }
type Exam = { year: string; session: ExamSession }

/** Where the documents stand that are too large: a chapter that no test counts. */
const LARGE_AT = { track: 'PC', slug: 'mecanique' } as const

/** Where a correction is a film, though it says that it is a paper. */
const MISTAKEN_AT = { track: 'PC', theme: 'piles' } as const
const MISTAKEN_FILM_ID = `${DEMO_PREFIX}video-mis-par-erreur`

/** The documents of the demo content: some 1,200 over every chapter, twelve free videos, two large ones. */
export function demoResources(): Resource[] {
  const gated = places().flatMap((place) => examsOf(place).flatMap((exam) => createDocuments(place, exam)))
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
    ...FREE_VIDEO_THEMES.flatMap(([track, slug], index) => freeVideo(track, slug, index)),
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
  const place = { track: LARGE_AT.track, theme, chapter, number: theme.chapters.length }
  const exam: Exam = { year: '2025', session: 'Normale' }
  return [
    large(documentOf(place, exam, 'course', 'pdf', 4), `Polycopié : ${chapter}`, LONG_PAPER_ID),
    large(documentOf(place, exam, 'course', 'video', 5), `Cours filmé en entier : ${chapter}`, LONG_FILM_ID),
  ]
}

function large(resource: Resource, title: string, fileId: string): Resource {
  return { ...resource, id: opaqueId(fileId), title, file: { kind: 'drive', fileId }, ...weightOf(fileId) }
}

function places(): Place[] {
  return TRACK_CODES.flatMap((track) =>
    listThemes(track).flatMap((theme) =>
      theme.chapters.map((chapter, index) => ({ track, theme, chapter, number: index + 1 })),
    ),
  )
}

/** Different exams for each chapter, the same at every start. */
function examsOf({ track, theme, number }: Place): Exam[] {
  const random = seededRandom(`${track}/${theme.slug}/${number}`)
  const all = Array.from({ length: NEWEST_SUBJECT_YEAR - OLDEST_SUBJECT_YEAR + 1 }, (_, index) =>
    String(OLDEST_SUBJECT_YEAR + index),
  ).flatMap((year) => EXAM_SESSIONS.map((session) => ({ year, session, order: random() })))
  return all.sort((a, b) => a.order - b.order).slice(0, EXAMS_PER_CHAPTER)
}

function createDocuments(place: Place, exam: Exam): Resource[] {
  const { track, theme, number } = place
  const random = seededRandom(`${track}/${theme.slug}/${number}/${exam.year}/${exam.session}`)
  return [
    documentOf(place, exam, 'exercise', 'pdf', 0),
    documentOf(place, exam, 'correction', 'pdf', 1),
    ...(random() < VIDEO_SHARE ? [documentOf(place, exam, 'correction', 'video', 2)] : []),
  ]
}

const KIND: Record<ResourceType, string> = {
  exercise: 'Énoncé',
  correction: 'Corrigé',
  course: 'Cours',
  exam: 'Examen',
}

function documentOf(
  { track, theme, chapter, number }: Place,
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
  return {
    id: opaqueId(fileId),
    title: `${KIND[resourceType]}${type === 'video' ? ' vidéo' : ''} : ${chapter} - ${year} ${session}`,
    description: '',
    track,
    theme: theme.slug,
    chapter,
    year,
    session,
    resourceType,
    type,
    file: { kind: 'drive', fileId },
    isFree: false,
    thumbnail: null,
    captions: null,
    ...weightOf(fileId),
    version: opaqueId(`version of ${fileId}`),
    createdAt: addedAt,
    updatedAt: addedAt,
  }
}

function freeVideo(track: TrackCode, slug: Theme['slug'], index: number): Resource[] {
  const theme = listThemes(track).find((each) => each.slug === slug)
  const chapter = theme?.chapters[0]
  if (!theme || chapter === undefined) return []
  const exam: Exam = { year: '2025', session: 'Normale' }
  const video = documentOf({ track, theme, chapter, number: 1 }, exam, 'course', 'video', 3)
  const addedAt = `2025-10-${String(index + 1).padStart(2, '0')}T09:00:00.000Z`
  return [
    {
      ...video,
      title: `${chapter} : l'essentiel du cours`,
      description: `Les notions à connaître en ${findTrack(track).label}, avec un exemple résolu pas à pas.`,
      isFree: true,
      captions: video.file.kind === 'drive' ? captionsOf(video.file.fileId) : null,
      createdAt: addedAt,
      updatedAt: addedAt,
    },
  ]
}

function captionsOf(videoFileId: string): DriveReference {
  return { kind: 'drive', fileId: captionsFileId(videoFileId) }
}

function opaqueId(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20)
}
