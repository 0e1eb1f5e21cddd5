import * as v from 'valibot'
import { DocumentId, ExamSession, TrackCode, Year } from '../../entities/fields.ts'
import { route } from '../route.ts'

/** Number of marks from which an exercise's average is shown, so that it does not reveal the mark of one student. */
export const LEAST_MARKS = 5

const Paper = {
  subjectId: DocumentId,
  /** Title such as 'Bac SM 2023 - Session Normale'. */
  title: v.string(),
  track: TrackCode,
  year: Year,
  session: ExamSession,
}

/** A paper that was sat; the subject may have been deleted since. */
export const SatPaper = v.object({
  ...Paper,
  /** Number of students who sat it to the end. */
  students: v.number(),
  /** Number of them who marked it, or exercises of it by themselves. */
  marked: v.number(),
})
export type SatPaper = v.InferOutput<typeof SatPaper>

/** The marks that students gave themselves for an exercise, in mock examinations and by itself. */
export const MarkedExercise = v.object({
  ...Paper,
  number: v.number(),
  /** Title of the exercise when it was last marked. */
  exercise: v.string(),
  points: v.number(),
  /** Number of students who marked it; the newest mark of each counts. */
  marks: v.number(),
  /** Average share of the possible points: 0 to 1. */
  share: v.number(),
  /** Number of students who asked for a hint. */
  hints: v.number(),
  /** Number of students whose checked answer was wrong. */
  wrong: v.number(),
})
export type MarkedExercise = v.InferOutput<typeof MarkedExercise>

/** Limit of the exercises that are listed. */
export const MOST_EXERCISES = 50

/** Papers by students, most first; exercises with enough marks by `share`, least first. Students are not named. */
export const PracticeStatistics = v.object({ papers: v.array(SatPaper), exercises: v.array(MarkedExercise) })
export type PracticeStatistics = v.InferOutput<typeof PracticeStatistics>

export const getPracticeStatistics = route({
  method: 'GET',
  path: '/api/admin/practice',
  access: 'owner',
  response: PracticeStatistics,
})
