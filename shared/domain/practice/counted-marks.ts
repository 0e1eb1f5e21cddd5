import type { CountedMark, MockExam, PracticedExercise } from '../../entities/practice.ts'
import { sortableTime } from './mock-exam.ts'

/**
 * Returns the marks of a student in the statistics of a paper after one of the student's examinations of it changed:
 * for each exercise the newest mark, so that a student counts once. A removed mark is counted out,
 * and an earlier one does not return.
 */
export function countedMarks(
  counted: readonly CountedMark[],
  { id, exercises, marks }: Pick<MockExam, 'id' | 'exercises' | 'marks'>,
): CountedMark[] {
  const own = marks.map(({ exercise, earned }) => ({
    exercise,
    earned,
    points: exercises.find(({ number }) => number === exercise)?.points ?? 0,
    examId: id,
  }))
  return newestMarks([...counted.filter(({ examId }) => examId !== id), ...own])
}

/**
 * Returns the marks of a student in the statistics of a paper after a change of single exercises. A mark by itself that
 * was removed is counted out, and that of an examination which it had replaced does not return.
 * @param exercises all that the student has marked by themselves; none for an account that is not counted
 */
export function countedWithExercises(
  counted: readonly CountedMark[],
  exercises: readonly Pick<PracticedExercise, 'number' | 'points' | 'earned' | 'earnedAt'>[],
): CountedMark[] {
  const alone = exercises.flatMap(({ number, points, earned, earnedAt }) =>
    earned === null || earnedAt === null
      ? []
      : [{ exercise: number, earned, points, examId: sortableTime(earnedAt) }],
  )
  return newestMarks([...counted.filter(({ examId }) => examId.includes('-')), ...alone])
}

function newestMarks(marks: readonly CountedMark[]): CountedMark[] {
  const oldestFirst = marks.toSorted((one, other) => (one.examId < other.examId ? -1 : 1))
  return [...new Map(oldestFirst.map((mark) => [mark.exercise, mark])).values()].toSorted(
    (one, other) => one.exercise - other.exercise,
  )
}
