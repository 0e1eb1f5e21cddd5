import { daysBefore } from '../days/moroccan-day.ts'

/** Days after which a document marked 'À revoir' is due. */
const REVIEW_AFTER_DAYS = [2, 7, 21] as const

/**
 * Returns whether a marked document is due: from each date on until it is looked at.
 * @param marked day of the mark, YYYY-MM-DD
 * @param seen last day on which it was looked at after the mark, or null
 */
export function isDue({
  marked,
  seen,
  today,
}: {
  marked: string
  seen: string | null
  today: string
}): boolean {
  const due = REVIEW_AFTER_DAYS.map((days) => daysBefore(marked, -days)).findLast((day) => day <= today)
  return due !== undefined && (seen === null || seen < due)
}
