import * as v from 'valibot'
import { subjectId } from '../catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '../catalogue/tracks.ts'
import { ChapterPoints } from '../domain/practice/score.ts'
import { MAX_EXERCISES } from '../entities/exercise.ts'
import { DocumentId, ExamSession, Timestamp, TrackCode, Year } from '../entities/fields.ts'
import { ExerciseMark, MockExam, Note, SAMPLE_MOCK_EXAM_ID } from '../entities/practice.ts'
import { route } from './route.ts'

/** Limit of mock examinations that `listPractice` answers. */
export const MOST_LISTED_EXAMS = 50

/** A student's view of a mock examination. */
export const MockExamView = v.object({
  ...v.omit(MockExam, ['finishedAt']).entries,
  /** Time at which it was ended or its time was up; null while it runs. */
  finishedAt: v.nullable(Timestamp),
  /** Minutes from the start to `finishedAt`, rounded; null while it runs. */
  minutes: v.nullable(v.number()),
  /** Score out of 20, to two digits; null while nothing is marked. */
  score: v.nullable(v.number()),
  /** Title such as 'Bac SM 2023 - Session Normale'. */
  title: v.string(),
  track: TrackCode,
  year: Year,
  session: ExamSession,
})
export type MockExamView = v.InferOutput<typeof MockExamView>

/** Time of the answer by the server's clock. The clock of the page counts from it, since clocks of phones are wrong. */
const now = { now: Timestamp }

const OneExam = v.object({ ...MockExamView.entries, ...now })

/**
 * Lists the caller's newest examinations, newest first, and their points by chapter, most points lost first. Of a paper
 * that was sat several times the last marked examination counts. Eventually consistent.
 */
export const listPractice = route({
  method: 'GET',
  path: '/api/practice',
  access: 'user',
  capability: 'progress',
  response: v.object({ ...now, items: v.array(MockExamView), byChapter: v.array(ChapterPoints) }),
})

/**
 * Begins a mock examination. The documents that answer its paper are closed to the account until it ends. A running
 * examination of the same paper is returned; another one is 409.
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
  // A person begins one in hours; after a lost answer calls are repeated. Each start is an item that stays.
  throttle: { account: 60, address: 6_000, window: 'hour' },
  invalidates: [listPractice],
  sample: {
    body: { subjectId: subjectId({ track: TRACK_CODES[0], year: '2023', session: EXAM_SESSIONS[0] }) },
  },
})

/**
 * Ends an examination (`finished`; it cannot be opened again) and replaces its marks, which are accepted after its end:
 * 409 before. The same change again has no effect; an empty list of marks keeps the existing ones. A note that is left
 * out stays.
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
