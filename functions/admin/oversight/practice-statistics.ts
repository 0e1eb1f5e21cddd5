import { parseSubjectId, type SubjectKey, subjectTitle } from '#shared/catalogue/subjects.ts'
import { LEAST_MARKS, MOST_EXERCISES, type PracticeStatistics } from '#shared/contract/admin/practice.ts'
import type { ExerciseSums } from '../../data/sat-papers.ts'
import type { Deps } from '../../http/deps.ts'

/**
 * Returns the papers that students sit, and the exercises that they miss most. Exercises with too few marks are left
 * out.
 */
export async function readPracticeStatistics({
  satPapers,
}: Pick<Deps, 'satPapers'>): Promise<PracticeStatistics> {
  const sums = await satPapers.listAll()
  const papers = sums.map(({ subjectId, students, marked }) => ({ ...paperOf(subjectId), students, marked }))
  const exercises = sums.flatMap((paper) =>
    paper.exercises
      .filter(({ marks }) => marks >= LEAST_MARKS)
      .map((exercise) => ({ ...paperOf(paper.subjectId), ...average(exercise) })),
  )
  return {
    papers: papers.toSorted((a, b) => b.students - a.students || a.title.localeCompare(b.title, 'fr')),
    exercises: exercises
      .toSorted((a, b) => a.share - b.share || b.marks - a.marks || a.title.localeCompare(b.title, 'fr'))
      .slice(0, MOST_EXERCISES),
  }
}

function paperOf(subjectId: string) {
  const paper = parseSubjectId(subjectId) as SubjectKey
  return { subjectId, title: subjectTitle(paper), ...paper }
}

function average({ title, earned, possible, ...sums }: ExerciseSums) {
  return { ...sums, exercise: title, share: Math.round((earned / possible) * 1000) / 1000 }
}
