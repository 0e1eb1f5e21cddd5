import * as v from 'valibot'
import { subjectId } from '../catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '../catalogue/tracks.ts'
import { ChapterPoints } from '../domain/practice/score.ts'
import { MAX_EXERCISES } from '../entities/exercise.ts'
import { DocumentId, ExamSession, Timestamp, TrackCode, Year } from '../entities/fields.ts'
import { ExerciseMark, MockExam, Note, SAMPLE_MOCK_EXAM_ID } from '../entities/practice.ts'
import { route } from './route.ts'

/** The mock examinations that `listPractice` answers at most. */
export const MOST_LISTED_EXAMS = 50

/** A mock examination as its student sees it. */
export const MockExamView = v.object({
  ...v.omit(MockExam, ['finishedAt']).entries,
  /** When it was ended or its time was up; null while it runs. */
  finishedAt: v.nullable(Timestamp),
  /** From the start to `finishedAt`, rounded; null while it runs. */
  minutes: v.nullable(v.number()),
  /** Out of 20, to two digits; null while nothing is marked. */
  score: v.nullable(v.number()),
  /** 'Bac SM 2023 - Session Normale' */
  title: v.string(),
  track: TrackCode,
  year: Year,
  session: ExamSession,
})
export type MockExamView = v.InferOutput<typeof MockExamView>

/** The server's clock when it answered: what a clock on the page counts from, since clocks of phones are wrong. */
const now = { now: Timestamp }

const OneExam = v.object({ ...MockExamView.entries, ...now })

/**
 * The caller's newest examinations, newest first, and their points by chapter, most points lost first: of a paper that was
 * sat more than once the last marked one counts. Eventually consistent.
 */
export const listPractice = route({
  method: 'GET',
  path: '/api/practice',
  access: 'user',
  capability: 'progress',
  response: v.object({ ...now, items: v.array(MockExamView), byChapter: v.array(ChapterPoints) }),
})

/**
 * Begins a mock examination; what answers its paper stays closed to the account until it ends. While the paper is being
 * sat, the running examination is answered. One at a time: 409 for another paper.
 */
export const startMockExam = route({
  method: 'POST',
  path: '/api/practice',
  access: 'user',
  capability: 'progress',
  status: 201,
  body: v.object({ subjectId: DocumentId }),
  response: OneExam,
  errors: ['PREMIUM_REQUIRED', 'NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  endsLinks: true,
  // A person begins one in hours; a lost network repeats calls. Each start is an item that stays.
  throttle: { account: 60, address: 6_000, window: 'hour' },
  invalidates: [listPractice],
  sample: {
    body: { subjectId: subjectId({ track: TRACK_CODES[0], year: '2023', session: EXAM_SESSIONS[0] }) },
  },
})

/**
 * Ends an examination (`finished`; nothing opens it again) and replaces its marks, which are accepted once it has ended:
 * 409 before. The same again changes nothing; no marks at all leave those that are there. A note that is left out stays.
 */
export const updateMockExam = route({
  method: 'PUT',
  path: '/api/practice/{id}',
  access: 'user',
  capability: 'progress',
  params: v.object({ id: DocumentId }),
  body: v.object({
    marks: v.pipe(v.array(ExerciseMark), v.maxLength(MAX_EXERCISES)),
    finished: v.boolean(),
    note: v.optional(Note),
  }),
  response: OneExam,
  errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  throttle: { account: 120, address: 6_000 },
  invalidates: [listPractice],
  sample: {
    params: { id: SAMPLE_MOCK_EXAM_ID },
    body: { marks: [{ exercise: 1, earned: 2.5 }], finished: true },
  },
})
