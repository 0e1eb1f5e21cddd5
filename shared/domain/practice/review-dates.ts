import { daysBefore } from '../days/moroccan-day.ts'

/** Days after which a document marked 'À revoir', or an exercise marked 'À refaire', is due. */
const REVIEW_AFTER_DAYS = [2, 7, 21] as const

/** Moroccan days, YYYY-MM-DD: of the mark, and the last one on which it was looked at afterwards, or null. */
type Review = { marked: string; seen: string | null }

export function isDue({ today, ...review }: Review & { today: string }): boolean {
  const next = nextReview(review)
  return next !== null && next <= today
}

/** Returns the day from which on it is due next, which may be past; null after the last one. */
export function nextReview({ marked, seen }: Review): string | null {
  const days = REVIEW_AFTER_DAYS.map((after) => daysBefore(marked, -after))
  return days.find((day) => seen === null || seen < day) ?? null
}
