import { parseSubjectId } from '../../catalogue/subjects.ts'
import type { ChapterNumber, Exercise } from '../../entities/exercise.ts'
import type { ChapterPoints } from './score.ts'

/** The reason for which a plan names a piece of work. */
export type PlanReason = 'due' | 'lost' | 'yearly' | 'often'

/** The exercises of past papers, by which chapters are weighed. */
export type PaperExercises = { subjectId: string; exercises: readonly Exercise[] }

/** A chapter of which the track teaches much else is still taught, and may fall. */
const LEAST_WEIGHT = 0.1
/** The share of its points that a student loses in a chapter of which nothing is known, as if two points said so. */
const UNKNOWN = { lost: 0.8, possible: 2 }
/** The share of lost points from which on they are the reason to work on a chapter. */
const MUCH_LOST = 0.3
/** With fewer years, 'every year' would say little. */
const LEAST_YEARS = 3
const OFTEN = 0.5

/**
 * Returns how much a student may gain in a chapter: its points in a past paper by the share that they are likely to
 * lose. Without exercises of past papers all chapters weigh the same.
 */
export function chapterGains(
  papers: readonly PaperExercises[],
  points: readonly ChapterPoints[],
): { gain: (chapter: ChapterNumber) => number; why: (chapter: ChapterNumber) => PlanReason | null } {
  const known = new Map(points.map((each) => [chapterKey(each), each]))
  const weights = new Map<string, number>()
  const fallen = new Map<string, Set<string>>()
  const years = new Set<string>()
  for (const { subjectId, exercises } of papers) {
    const year = parseSubjectId(subjectId)?.year ?? subjectId
    if (exercises.length > 0) years.add(year)
    for (const exercise of exercises)
      for (const key of exercise.chapters.map(chapterKey)) {
        weights.set(key, (weights.get(key) ?? 0) + exercise.points / exercise.chapters.length / papers.length)
        fallen.set(key, (fallen.get(key) ?? new Set()).add(year))
      }
  }
  return {
    gain(chapter) {
      const key = chapterKey(chapter)
      const { earned = 0, possible = 0 } = known.get(key) ?? {}
      const lost = (possible - earned + UNKNOWN.lost) / (possible + UNKNOWN.possible)
      return (weights.size === 0 ? 1 : (weights.get(key) ?? LEAST_WEIGHT)) * lost
    },
    why(chapter) {
      const key = chapterKey(chapter)
      const { earned = 0, possible = 0 } = known.get(key) ?? {}
      if (possible > 0 && (possible - earned) / possible >= MUCH_LOST) return 'lost'
      const share = years.size < LEAST_YEARS ? 0 : (fallen.get(key)?.size ?? 0) / years.size
      if (share === 1) return 'yearly'
      return share >= OFTEN ? 'often' : null
    },
  }
}

export function chapterKey({ theme, chapter }: ChapterNumber): string {
  return `${theme}/${chapter}`
}
