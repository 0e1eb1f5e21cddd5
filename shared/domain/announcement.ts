import type { Settings } from '../entities/settings.ts'

/** Returns whether there is an announcement on a day, both ends included. @param today Moroccan day, YYYY-MM-DD */
export function isAnnounced({ announcement }: Pick<Settings, 'announcement'>, today: string): boolean {
  return announcement !== null && announcement.from <= today && today <= announcement.until
}
