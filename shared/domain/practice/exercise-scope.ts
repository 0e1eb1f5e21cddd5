import type { Exercise } from '../../entities/exercise.ts'

/** The points of a whole paper. */
const PAPER_POINTS = 20

/** Returns the minutes that an exercise deserves: the share of its points in the time of a whole paper, rounded. */
export function exerciseMinutes({ points }: Pick<Exercise, 'points'>, examMinutes: number): number {
  return Math.round((examMinutes * points) / PAPER_POINTS)
}

type Pages = { from: number; until: number }

/**
 * Returns the pages of an exercise in a document of its paper: from its first page to the one on which the next
 * exercise begins, since it may end there, or to the end of the document.
 * @param pages number of pages of the document; null where it is not known, and then the last exercise has one page
 * @returns null where its first page is not known
 */
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
