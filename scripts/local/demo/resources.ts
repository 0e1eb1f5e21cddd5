import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { NEWEST_SUBJECT_YEAR } from '#shared/catalogue/subjects.ts'
import {
  type ExamSession,
  findTrack,
  listThemes,
  type Theme,
  TRACK_CODES,
  type TrackCode,
} from '#shared/catalogue/tracks.ts'
import { UNKNOWN_CONTENT } from '#shared/entities/file.ts'
import { type FileType, Resource, type ResourceType } from '#shared/entities/resource.ts'
import { captionsFileId, DOCUMENT_KINDS, demoSize, LONG_PAPER_ID, resourceFileId } from './files.ts'
import { LONG_PAPER_TITLE } from './papers/papers.ts'
import { listExams } from './subjects.ts'

const EXAMS_PER_CHAPTER = 6

const VIDEO_SHARE = 0.9

/** One document in so many is announced only. */
const COMING_SOON_EVERY = 160

const FREE_VIDEOS_PER_TRACK = 4

/** A chapter with its 1-based number within the theme. */
type Chapter = { track: TrackCode; theme: Theme; title: string; number: number }
type Exam = { year: string; session: ExamSession }

const NEWEST_EXAM: Exam = { year: String(NEWEST_SUBJECT_YEAR), session: 'Normale' }

export function demoResources(): Resource[] {
  const gated = listChapters().flatMap((chapter) =>
    chooseExams(chapter).flatMap((exam) => createDocuments(chapter, exam)),
  )
  return [
    ...gated.map((resource, index): Resource => {
      if ((index + 1) % COMING_SOON_EVERY > 0) return resource
      return { ...resource, file: { kind: 'coming-soon' }, ...UNKNOWN_CONTENT }
    }),
    ...createCoursePack(),
    ...createFreeVideos(),
  ]
}

function listChapters(): Chapter[] {
  return TRACK_CODES.flatMap((track) =>
    listThemes(track).flatMap((theme) =>
      theme.chapters.map((title, index) => ({ track, theme, title, number: index + 1 })),
    ),
  )
}

/** Chooses different exams for each chapter, the same ones at every start. */
function chooseExams({ track, theme, number }: Chapter): Exam[] {
  const order = ({ year, session }: Exam) => fractionOf(`${track}/${theme.slug}/${number}/${year}/${session}`)
  return listExams()
    .toSorted((a, b) => order(a) - order(b))
    .slice(0, EXAMS_PER_CHAPTER)
}

function createDocuments(chapter: Chapter, exam: Exam): Resource[] {
  const video = createDocument(chapter, exam, 'correction', 'video')
  return [
    createDocument(chapter, exam, 'exercise', 'pdf'),
    createDocument(chapter, exam, 'correction', 'pdf'),
    ...(fractionOf(video.id) < VIDEO_SHARE ? [video] : []),
  ]
}

/** A document of sixty pages, in the last chapter of mechanics of the second track. */
function createCoursePack(): Resource[] {
  const chapter = listChapters().findLast(
    ({ track, theme }) => track === TRACK_CODES[1] && theme.slug === 'mecanique',
  )
  if (!chapter) return []
  const file = { kind: 'drive', fileId: LONG_PAPER_ID } as const
  const course = createDocument(chapter, NEWEST_EXAM, 'course', 'pdf')
  return [
    { ...course, id: opaqueId(LONG_PAPER_ID), title: LONG_PAPER_TITLE, file, ...demoSize(LONG_PAPER_ID) },
  ]
}

function createFreeVideos(): Resource[] {
  const firstChapters = TRACK_CODES.flatMap((track, index) =>
    listChapters()
      .filter((chapter) => chapter.track === track && chapter.number === 1)
      .filter((_, position) => position % 2 === index % 2)
      .slice(0, FREE_VIDEOS_PER_TRACK),
  )
  return firstChapters.map((chapter, index): Resource => {
    const video = createDocument(chapter, NEWEST_EXAM, 'course', 'video')
    const fileId = video.file.kind === 'drive' ? captionsFileId(video.file.fileId) : ''
    const addedAt = `2025-10-${String(index + 1).padStart(2, '0')}T09:00:00.000Z`
    return {
      ...video,
      title: `${chapter.title} : l'essentiel du cours`,
      description: `Les notions à connaître en ${findTrack(chapter.track).label}, avec un exemple résolu pas à pas.`,
      isFree: true,
      captions: { kind: 'drive', fileId },
      createdAt: addedAt,
      updatedAt: addedAt,
    }
  })
}

function createDocument(
  { track, theme, title, number }: Chapter,
  { year, session }: Exam,
  resourceType: ResourceType,
  type: FileType,
): Resource {
  const topic = { track, theme: theme.slug, chapter: number, year, session, resourceType }
  const fileId = resourceFileId(type, topic)
  const minute = ['exercise', 'correction', 'course'].indexOf(resourceType) + (type === 'video' ? 3 : 0)
  const addedAt = `${year}-09-${String(1 + ((number * 3) % 28)).padStart(2, '0')}T10:0${minute}:00.000Z`
  return v.parse(Resource, {
    ...topic,
    id: opaqueId(fileId),
    title: `${DOCUMENT_KINDS[resourceType]}${type === 'video' ? ' vidéo' : ''} : ${title} - ${year} ${session}`,
    chapter: title,
    type,
    file: { kind: 'drive', fileId },
    isFree: false,
    ...demoSize(fileId),
    version: opaqueId(`version of ${fileId}`),
    createdAt: addedAt,
    updatedAt: addedAt,
  })
}

function opaqueId(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20)
}

/** Hashes a text to a number in [0, 1). */
function fractionOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0) / 2 ** 32
}
