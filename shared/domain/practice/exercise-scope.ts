import type { Exercise } from '../../entities/exercise.ts'

const PAPER_POINTS = 20

/** Returns the minutes that an exercise deserves: the share of its points in the time of a whole paper, rounded. */
export function exerciseMinutes({ points }: Pick<Exercise, 'points'>, examMinutes: number): number {
  return Math.round((examMinutes * points) / PAPER_POINTS)
}

type Pages = { from: number; until: number }

/** The page on which the next exercise begins is the last one. @returns null where its first page is not known */
export function exercisePages(
  exercises: readonly Exercise[],
  number: number,
  field: 'page' | 'correctionPage',
  pages: number | null,
): Pages | null {
  const from = exercises.find((each) => each.number === number)?.[field] ?? null
  if (from === null) return null
  const following = exercises
    .filter((each) => each.number > number)
    .flatMap((each) => (each[field] === null || each[field] < from ? [] : [each[field]]))
  return { from, until: Math.max(from, following.length > 0 ? Math.min(...following) : (pages ?? from)) }
}
