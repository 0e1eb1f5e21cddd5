import * as v from 'valibot'
import { Exercise } from './exercise.ts'
import {
  DocumentId,
  ExamSession,
  freeText,
  orNull,
  Timestamp,
  TrackCode,
  validationMessages as texts,
  Year,
} from './fields.ts'

export const MAX_NOTE_LENGTH = 500

/** The paper of a view; the subject itself may have been deleted since. */
export const PaperFields = {
  subjectId: DocumentId,
  title: v.string(),
  track: TrackCode,
  year: Year,
  session: ExamSession,
}

export const MARK_RANGE = "Chaque note va de 0 aux points de l'exercice, par quart de point"

/** The points that students gave themselves for an exercise. `areMarksValid` compares them with the paper's. */
export const ExerciseMark = v.object({
  exercise: v.pipe(v.number(texts.invalid), v.integer(texts.invalid)),
  earned: v.pipe(v.number(MARK_RANGE), v.finite(MARK_RANGE), v.minValue(0, MARK_RANGE)),
})
export type ExerciseMark = v.InferOutput<typeof ExerciseMark>

export const CountedExercise = v.pick(Exercise, ['number', 'title', 'points', 'chapters'])
export type CountedExercise = v.InferOutput<typeof CountedExercise>

export const CountedMark = v.object({
  ...ExerciseMark.entries,
  points: CountedExercise.entries.points,
  /** The id of its examination, or the time of a mark by itself as such ids begin: both sort by time. */
  examId: DocumentId,
})
export type CountedMark = v.InferOutput<typeof CountedMark>

/** A student's mark of one exercise by itself, apart from mock examinations. */
export const PracticedExercise = v.object({
  /** Title, points and chapters as they were when it was last marked. */
  ...CountedExercise.entries,
  earned: v.nullable(v.number()),
  earnedAt: v.nullable(Timestamp),
  redo: v.boolean(),
  redoAt: v.nullable(Timestamp),
  // Items of before, and answers that a device keeps, lack these two.
  /** The most hints that the student has asked for. */
  hints: v.optional(v.number(), 0),
  wasWrong: v.optional(v.boolean(), false),
})
export type PracticedExercise = v.InferOutput<typeof PracticedExercise>

/** The exercises of a paper that a student has marked by themselves, and whether the whole paper is done. */
export const PracticedPaper = v.object({
  subjectId: DocumentId,
  exercises: v.array(PracticedExercise),
  isDone: v.boolean(),
  doneAt: v.nullable(Timestamp),
})
export type PracticedPaper = v.InferOutput<typeof PracticedPaper>

export const Note = freeText(MAX_NOTE_LENGTH)

export const SAMPLE_MOCK_EXAM_ID = '20260101T080000000Z-a1b2c3d4'

/** A paper that a student sits by the clock and marks alone afterwards. All times are the server's. */
export const MockExam = v.object({
  /** Ids sort by start. */
  id: DocumentId,
  subjectId: DocumentId,
  startedAt: Timestamp,
  endsAt: Timestamp,
  /** The time at which the student ended it; null otherwise, also when its time is up. */
  finishedAt: orNull(Timestamp),
  /** The exercises of the paper at the start; none when they were not known. */
  exercises: v.array(CountedExercise),
  marks: v.optional(v.array(ExerciseMark), []),
  note: v.optional(Note, ''),
})
export type MockExam = v.InferOutput<typeof MockExam>
