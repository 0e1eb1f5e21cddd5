import * as v from 'valibot'
import { Exercise } from './exercise.ts'
import { DocumentId, freeText, orNull, Timestamp } from './fields.ts'
import { validationMessages as texts } from './validation-messages.ts'

/** Characters of the note to oneself. */
export const MAX_NOTE_LENGTH = 500

export const MARK_RANGE = "Chaque note va de 0 aux points de l'exercice, par quart de point"

/** The points that students gave themselves for an exercise of a paper; `areMarksValid` compares them with the paper's. */
export const ExerciseMark = v.object({
  exercise: v.pipe(v.number(texts.invalid), v.integer(texts.invalid)),
  earned: v.pipe(v.number(MARK_RANGE), v.finite(MARK_RANGE), v.minValue(0, MARK_RANGE)),
})
export type ExerciseMark = v.InferOutput<typeof ExerciseMark>

/** What a mark is counted against. */
export const CountedExercise = v.pick(Exercise, ['number', 'title', 'points', 'chapters'])
export type CountedExercise = v.InferOutput<typeof CountedExercise>

/** The mark of a student that the owner's statistics hold, and the examination that it was given in. */
export const CountedMark = v.object({
  ...ExerciseMark.entries,
  points: CountedExercise.entries.points,
  examId: DocumentId,
})
export type CountedMark = v.InferOutput<typeof CountedMark>

export const Note = freeText(MAX_NOTE_LENGTH)

/** The id of the sample examination; here, since what students load must not carry the other samples. */
export const SAMPLE_MOCK_EXAM_ID = '20260101T080000000Z-a1b2c3d4'

/** A paper that a student sits against the clock and marks alone afterwards. All times are the server's. */
export const MockExam = v.object({
  /** Sorts by start. */
  id: DocumentId,
  /** The subject, which may have been deleted since. */
  subjectId: DocumentId,
  startedAt: Timestamp,
  /** When time is up. */
  endsAt: Timestamp,
  /** When it was ended; null: it has not been, though its time may be up. */
  finishedAt: orNull(Timestamp),
  /** As the paper had them at the start; none where they were not known. */
  exercises: v.array(CountedExercise),
  marks: v.optional(v.array(ExerciseMark), []),
  note: v.optional(Note, ''),
})
export type MockExam = v.InferOutput<typeof MockExam>
