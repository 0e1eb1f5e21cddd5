import type { Settings } from '../entities/settings.ts'
import { daysBefore } from './moroccan-day.ts'
import { endOfDay } from './week.ts'

/** Whether there is an announcement on this day: both ends are included. */
export function isAnnounced({ announcement }: Pick<Settings, 'announcement'>, now: Date): boolean {
  if (announcement === null) return false
  const { from, until } = announcement
  return endOfDay(daysBefore(from, 1)) <= now && now < endOfDay(until)
}
