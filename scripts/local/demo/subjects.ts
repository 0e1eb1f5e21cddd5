import { createHash } from 'node:crypto'
import * as v from 'valibot'
import {
  NEWEST_SUBJECT_YEAR,
  OLDEST_SUBJECT_YEAR,
  type SubjectKey,
  type SubjectPart,
  subjectDocumentId,
  subjectId,
} from '#shared/catalogue/subjects.ts'
import {
  EXAM_SESSIONS,
  listThemes,
  type ThemeSlug,
  TRACK_CODES,
  type TrackCode,
} from '#shared/catalogue/tracks.ts'
import type { ManagedExercise } from '#shared/entities/exercise.ts'
import { Subject } from '#shared/entities/subject.ts'
import { bacFileId, DEMO_PREFIX, demoSize, FAULTY } from './files.ts'
import { paperFacts } from './paper-files.ts'
import { readExercise } from './papers/exercises.ts'
import { exams, titleOf } from './papers/papers.ts'

const MISSING: readonly (readonly string[])[] = [
  ['2025-Rattrapage', '2020-Rattrapage', '2009-Rattrapage'],
  ['2025-Rattrapage', '2012-Rattrapage'],
  ['2025-Rattrapage', '2016-Rattrapage', '2008-Normale', '2008-Rattrapage'],
]

/** Papers of the last track that cannot be delivered, so that the owner's list of broken documents is not empty. */
const BROKEN: Readonly<Record<string, string>> = {
  '2012-Normale': FAULTY.missing,
  '2011-Normale': FAULTY.trashed,
}

/** The years whose papers of the first session have a correction; the newest of them have a video too. */
const CORRECTED_YEARS = ['2024', '2023', '2022', '2021']
const FILMED_YEARS = CORRECTED_YEARS.slice(0, 2)
/** Exams of every track with confirmed exercises; the first three have a correction, the last one has none. */
const CONFIRMED = ['2024-Normale', '2023-Normale', '2022-Normale', '2022-Rattrapage']
/** Exams with a free statement, by track in the same way. */
const FREE: readonly (readonly string[])[] = [[], ['2023-Normale', '2021-Normale'], ['2023-Normale']]

export function demoSubjects(): Subject[] {
  return TRACK_CODES.flatMap((track) => listExams().map((exam) => ({ track, ...exam })))
    .filter(({ track, ...exam }) => !forTrack(MISSING, track)?.includes(examOf(exam)))
    .map((key) => {
      const addedAt = addedOn(key)
      const hasPart = (years: readonly string[]) =>
        key.session === EXAM_SESSIONS[0] && years.includes(key.year)
      const hasCorrection = hasPart(CORRECTED_YEARS)
      const hasVideo = hasPart(FILMED_YEARS)
      return v.parse(Subject, {
        ...key,
        ...documentFor(key, 'statement', fileIdOf(key)),
        isFree: forTrack(FREE, key.track)?.includes(examOf(key)) ?? false,
        correction: hasCorrection ? documentFor(key, 'correction', bacFileId(key, 'correction')) : null,
        video: hasVideo ? documentFor(key, 'video', bacFileId(key, 'video')) : null,
        exercises: CONFIRMED.includes(examOf(key))
          ? demoExercises(key.track, { hasCorrection, hasVideo })
          : [],
        createdAt: addedAt,
        updatedAt: addedAt,
      })
    })
}

function forTrack(lists: readonly (readonly string[])[], track: TrackCode) {
  return lists[TRACK_CODES.indexOf(track) % lists.length]
}

function documentFor(key: SubjectKey, part: SubjectPart, fileId: string) {
  const version = createHash('sha256').update(subjectDocumentId(key, part)).digest('hex').slice(0, 16)
  return { file: { kind: 'drive', fileId }, ...demoSize(fileId), version }
}

function fileIdOf(key: SubjectKey): string {
  const fault = key.track === TRACK_CODES.at(-1) ? BROKEN[examOf(key)] : undefined
  return fault === undefined ? bacFileId(key, 'statement') : `${DEMO_PREFIX}${fault}${subjectId(key)}`
}

function examOf({ year, session }: Pick<SubjectKey, 'year' | 'session'>): string {
  return `${year}-${session}`
}

export function listExams(): Pick<SubjectKey, 'year' | 'session'>[] {
  return Array.from({ length: NEWEST_SUBJECT_YEAR - OLDEST_SUBJECT_YEAR + 1 }, (_, index) =>
    String(OLDEST_SUBJECT_YEAR + index),
  ).flatMap((year) => EXAM_SESSIONS.map((session) => ({ year, session })))
}

/** Dates a paper a few weeks after the exam: June for the first session, July for the second. */
function addedOn({ year, session }: SubjectKey): string {
  return `${year}-${session === 'Normale' ? '07-02' : '08-05'}T18:00:00.000Z`
}

const HELP: readonly Pick<ManagedExercise, 'hints' | 'answer'>[] = [
  {
    hints: [
      "À l'équivalence, les réactifs sont dans les proportions de l'équation du dosage.",
      'Écrivez Ca·Va = Cb·Vbe, puis isolez Ca.',
    ],
    answer: { kind: 'number', value: 0.1, unit: 'mol/L', tolerance: 5 },
  },
  {
    hints: ['Une onde qui traverse une fente de même ordre que sa longueur est diffractée.'],
    answer: { kind: 'choice', choices: ['La réfraction', 'La diffraction', 'La dispersion'], right: 1 },
  },
]

/** None where the track does not teach all of them. Places in documents that a paper lacks are null. */
function demoExercises(
  track: TrackCode,
  { hasCorrection, hasVideo }: { hasCorrection: boolean; hasVideo: boolean },
): ManagedExercise[] {
  const template = TRACK_CODES.indexOf(track) % exams.length
  const { exercises: pages } = paperFacts(`paper-${template + 1}`)
  const { exercises: correctionPages } = paperFacts(`correction-${template + 1}`)
  const exercises = (exams[template]?.exercises ?? []).map((exercise, index) => ({
    number: index + 1,
    title: titleOf(exercise),
    points: exercise.points,
    chapters: exercise.parts.flatMap((part) =>
      readExercise(part).chapters.flatMap((chapter) => numberOf(track, ...chapter)),
    ),
    page: pages[index] ?? null,
    correctionPage: hasCorrection ? (correctionPages[index] ?? null) : null,
    // The film of every demo video lasts six seconds.
    videoSeconds: hasVideo ? index : null,
    ...(template === 0 && HELP[index]),
  }))
  return exercises.every(({ chapters }) => chapters.length > 0) ? exercises : []
}

function numberOf(track: TrackCode, theme: ThemeSlug, title: string): ManagedExercise['chapters'] {
  const chapters = listThemes(track).find(({ slug }) => slug === theme)?.chapters ?? []
  const chapter = chapters.indexOf(title) + 1
  return chapter > 0 ? [{ theme, chapter }] : []
}
