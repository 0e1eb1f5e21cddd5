import * as v from 'valibot'
import { DocumentId, ExamSession, TrackCode, Year } from '../../entities/fields.ts'
import { route } from '../route.ts'

/** Students from whose marks on an exercise's average is shown, so that it says nothing of one of them. */
export const LEAST_MARKS = 5

const Paper = {
  subjectId: DocumentId,
  /** 'Bac SM 2023 - Session Normale' */
  title: v.string(),
  track: TrackCode,
  year: Year,
  session: ExamSession,
}

/** A paper that was sat; the subject may have been deleted since. */
export const SatPaper = v.object({
  ...Paper,
  /** How many have sat it to the end. */
  students: v.number(),
  /** How many of them have marked it. */
  marked: v.number(),
})
export type SatPaper = v.InferOutput<typeof SatPaper>

/** What students gave themselves for an exercise. */
export const MarkedExercise = v.object({
  ...Paper,
  number: v.number(),
  /** Of the exercise, when it was last marked. */
  exercise: v.string(),
  points: v.number(),
  /** How many students have marked it; of each the newest mark counts. */
  marks: v.number(),
  /** Average of the points earned, as a share of those possible: 0 to 1. */
  share: v.number(),
})
export type MarkedExercise = v.InferOutput<typeof MarkedExercise>

/** Papers by students, most first; exercises with enough marks by points lost, most first. It names no student. */
export const PracticeStatistics = v.object({
  papers: v.array(SatPaper),
  exercises: v.array(MarkedExercise),
})
export type PracticeStatistics = v.InferOutput<typeof PracticeStatistics>

export const getPracticeStatistics = route({
  method: 'GET',
  path: '/api/admin/practice',
  access: 'owner',
  capability: 'admin',
  response: PracticeStatistics,
})
