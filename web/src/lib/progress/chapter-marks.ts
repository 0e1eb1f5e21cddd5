import type { ChapterProgress } from '#shared/contract/progress.ts'
import type { Mark } from '#shared/domain/progress.ts'
import { isSamePlace, type Place, type UnsentChapter } from './unsent-marks.ts'

/** The marked documents of a chapter by their ids. */
export type ChapterMarks = ReadonlyMap<string, Mark>

/** A chapter's marks as the student sees them: what the server has, and over it what it does not have yet. */
export function chapterMarks(
  place: Place,
  stored: readonly ChapterProgress[],
  unsent: readonly UnsentChapter[],
): ChapterMarks {
  const { theme, chapter } = place
  const known = stored.find((one) => one.theme === theme && one.chapter === chapter)?.marks ?? []
  const marks = new Map(known.map(({ id, mark }) => [id, mark]))
  for (const { id, mark } of unsent.find((one) => isSamePlace(one, place))?.changes ?? []) {
    if (mark === null) marks.delete(id)
    else marks.set(id, mark)
  }
  return marks
}

/** How many of these are done, and how many to look at again. */
export function countMarks(marks: Iterable<Mark | undefined>): Record<Mark, number> {
  const count = { done: 0, review: 0 }
  for (const mark of marks) if (mark) count[mark] += 1
  return count
}

/** '3 faits, 1 à revoir'; empty when nothing is marked. */
export function countText({ done, review }: Record<Mark, number>): string {
  const parts = [done > 0 && `${done} ${done > 1 ? 'faits' : 'fait'}`, review > 0 && `${review} à revoir`]
  return parts.filter(Boolean).join(', ')
}
