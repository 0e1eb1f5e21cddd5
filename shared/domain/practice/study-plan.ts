import { parseSubjectId } from '../../catalogue/subjects.ts'
import type { ChapterNumber, Exercise } from '../../entities/exercise.ts'
import { daysBefore, daysBetween, mondayOf, WEEK_DAYS } from '../days/moroccan-day.ts'
import type { ChapterPoints } from './score.ts'

export type PlannedWeek<Work> = { from: string; until: string; work: Work[] }

export type PlanDays = { today: string; exam: string }

/** The days before the examination in which everything to review is seen once more. */
const LAST_DAYS = 14

/** Weeks begin on Mondays, the first one today, and the last one ends on the eve of the examination. */
export function weeksUntil({ today, exam }: PlanDays) {
  const weeks: { from: string; until: string; days: number; isLast: boolean }[] = []
  const lastDays = daysBefore(exam, LAST_DAYS)
  for (let from = today; from < exam; ) {
    const next = daysBefore(mondayOf(from), -WEEK_DAYS)
    const after = next < exam ? next : exam
    const days = daysBetween(from, after)
    weeks.push({ from, until: daysBefore(after, 1), days, isLast: from >= lastDays })
    from = after
  }
  return weeks
}

/** Something marked to be looked at again: the day from which on it is due, or null, and the day it was last seen. */
export type PlannedReview<Work> = { work: Work; next: string | null; seen: string | null }

/**
 * Each review is in the week in which it is due, and once more in the last fortnight, unless it was or is seen then.
 */
export function planReviews<Work>(reviews: readonly PlannedReview<Work>[], days: PlanDays): Work[][] {
  const weeks = weeksUntil(days).map((week) => ({ ...week, work: [] as Work[] }))
  const lastDays = daysBefore(days.exam, LAST_DAYS)
  const last = weeks.filter(({ isLast }) => isLast)
  const left: Work[] = []
  for (const { work, next, seen } of reviews) {
    const week = next === null ? undefined : weeks.find(({ until }) => until >= next)
    week?.work.push(work)
    if (!week?.isLast && (seen === null || seen < lastDays)) left.push(work)
  }
  for (const [index, work] of left.entries())
    last[Math.floor((index * last.length) / left.length)]?.work.push(work)
  return weeks.map(({ work }) => work)
}

export type PlanReason = 'due' | 'lost' | 'yearly' | 'often'

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

/** Its points in a past paper by the share that the student may lose. Without past papers all weigh the same. */
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
