import { parseSubjectId, type SubjectKey, subjectTitle } from '#shared/catalogue/subjects.ts'
import { LEAST_MARKS, type MarkedExercise, type PracticeStatistics } from '#shared/contract/admin/practice.ts'
import type { ExerciseSums, SatPapers } from '../../data/sat-papers.ts'

/**
 * Returns the papers that students sit, and the exercises that cost them most. Exercises with too few marks are left
 * out.
 */
export async function readPracticeStatistics({
  satPapers,
}: {
  satPapers: Pick<SatPapers, 'listAll'>
}): Promise<PracticeStatistics> {
  const sums = await satPapers.listAll()
  const papers = sums.map(({ subjectId, students, marked }) => ({ ...paperOf(subjectId), students, marked }))
  const exercises = sums.flatMap((paper) =>
    paper.exercises
      // At least as many students stand behind the larger of the two.
      .filter(({ marks, alone }) => Math.max(marks, alone) >= LEAST_MARKS)
      .map((exercise) => ({ ...paperOf(paper.subjectId), ...average(exercise) })),
  )
  return {
    papers: papers.toSorted((a, b) => b.students - a.students || a.title.localeCompare(b.title, 'fr')),
    exercises: exercises.toSorted((a, b) => lost(b) - lost(a) || a.title.localeCompare(b.title, 'fr')),
  }
}

function paperOf(subjectId: string) {
  const paper = parseSubjectId(subjectId) as SubjectKey
  return { subjectId, title: subjectTitle(paper), ...paper }
}

function average({ number, title, points, marks, alone, earned, possible, hints, wrong }: ExerciseSums) {
  const share = Math.round((earned / possible) * 1000) / 1000
  return { number, exercise: title, points, marks: marks + alone, share, hints, wrong }
}

function lost({ points, share }: Pick<MarkedExercise, 'points' | 'share'>): number {
  return points * (1 - share)
}
