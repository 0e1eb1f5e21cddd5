import * as v from 'valibot'
import { subjectId } from '../catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '../catalogue/tracks.ts'
import { ChapterPoints } from '../domain/practice/score.ts'
import { ExerciseHelp, MAX_EXERCISES } from '../entities/exercise.ts'
import { MAX_HINTS } from '../entities/exercise-help.ts'
import {
  DocumentId,
  Instant,
  Timestamp,
  validationMessages as texts,
  wholeNumber,
} from '../entities/fields.ts'
import {
  ExerciseMark,
  MockExam,
  Note,
  PaperFields,
  PracticedPaper,
  SAMPLE_MOCK_EXAM_ID,
} from '../entities/practice.ts'
import { FileType } from '../entities/resource.ts'
import { SubjectItem } from '../entities/subject.ts'
import { LastRead } from '../entities/user.ts'
import { route } from './define-route.ts'

export const MOST_LISTED_EXAMS = 50

const paperId = subjectId({ track: TRACK_CODES[0], year: '2023', session: EXAM_SESSIONS[0] })

export const MockExamView = v.object({
  ...v.omit(MockExam, ['finishedAt']).entries,
  finishedAt: v.nullable(Timestamp),
  minutes: v.nullable(v.number()),
  score: v.nullable(v.number()),
  ...PaperFields,
})
export type MockExamView = v.InferOutput<typeof MockExamView>

export const PracticedPaperView = v.object({ ...PracticedPaper.entries, ...PaperFields })
export type PracticedPaperView = v.InferOutput<typeof PracticedPaperView>

/** Time of the answer by the server's clock. The clock of the page counts from it, since clocks of phones are wrong. */
const now = { now: Timestamp }

const OneExam = v.object({ ...MockExamView.entries, ...now })

export const LastReadView = v.object({
  ...LastRead.entries,
  /** Null when it was deleted since, or the account may not open it now. */
  document: v.nullable(v.object({ title: v.string(), type: FileType, paper: v.nullable(SubjectItem) })),
})
export type LastReadView = v.InferOutput<typeof LastReadView>

/**
 * Newest first, chapters with most points lost first; the newest mark of each exercise counts. Eventually consistent.
 */
export const listPractice = route('GET /api/practice', {
  access: 'user',
  capability: 'progress',
  response: v.object({
    ...now,
    items: v.array(MockExamView),
    // Answers that a device keeps for use offline may lack `papers` and `lastRead`.
    papers: v.optional(v.array(PracticedPaperView), []),
    byChapter: v.array(ChapterPoints),
    lastRead: v.optional(v.nullable(LastReadView), null),
  }),
})

/** The documents that answer the paper are closed until its end. Another running examination is 409. */
export const startMockExam = route('POST /api/practice', {
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
  sample: { body: { subjectId: paperId } },
})

/**
 * Ends an examination (`finished`; it cannot be opened again) and sets marks of its exercises, which are accepted after
 * its end: 409 before. The same change again has no effect; exercises that are left out keep their marks, and a note that
 * is left out stays.
 */
export const updateMockExam = route('PUT /api/practice/{id}', {
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

/** A device without a network keeps changes, and sends all those of a paper at once. */
const MOST_CHANGES = 50

/**
 * `at` is the time of the change on the device, so that a change that is sent later overwrites nothing newer; a time to
 * come counts as now. `earned` null removes a mark, and a field that is left out stays. `hints` and `isWrong` tell
 * which help was needed, for the owner's statistics. Needs no right to the paper, which a student may have on paper.
 */
export const markPaper = route('PUT /api/practice/papers/{id}', {
  access: 'user',
  capability: 'progress',
  params: v.object({ id: DocumentId }),
  body: v.object({
    exercises: v.pipe(
      v.array(
        v.object({
          exercise: ExerciseMark.entries.exercise,
          at: Instant,
          earned: v.optional(v.nullable(ExerciseMark.entries.earned)),
          redo: v.optional(v.boolean(texts.boolean)),
          hints: v.optional(wholeNumber(0, MAX_HINTS, texts.invalid)),
          isWrong: v.optional(v.boolean(texts.boolean)),
        }),
      ),
      v.maxLength(MOST_CHANGES),
    ),
    done: v.optional(v.object({ isDone: v.boolean(texts.boolean), at: Instant })),
  }),
  response: PracticedPaperView,
  errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  throttle: { account: 120, address: 6_000 },
  invalidates: [listPractice],
  sample: {
    params: { id: paperId },
    body: { exercises: [{ exercise: 1, at: '2026-01-01T08:00:00.000Z', earned: 2.5, redo: true }] },
  },
})

/**
 * They come with the right to the paper's correction, and count as a ticket of it. Exercises without help are left out.
 */
export const getExerciseHelp = route('GET /api/practice/papers/{id}/help', {
  access: 'user',
  capability: 'progress',
  params: v.object({ id: DocumentId }),
  response: v.object({ items: v.array(ExerciseHelp) }),
  errors: [
    'PREMIUM_REQUIRED',
    'MOCK_EXAM_RUNNING',
    'NOT_FOUND',
    'TOO_MANY_REQUESTS',
    'DAILY_ALLOWANCE_REACHED',
  ],
  sample: { params: { id: paperId } },
})
