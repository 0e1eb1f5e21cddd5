import type { Settings } from '../../entities/settings.ts'

/** The last day on which Premium is sold, which is also the last day of the sold Premium. */
export type Offer = Pick<Settings, 'premiumValidUntil'>

/**
 * Returns whether the offer has ended: nothing is sold until the owner has prepared the next one.
 * @param today in Morocco, YYYY-MM-DD
 */
export function isOfferOver({ premiumValidUntil }: Offer, today: string): boolean {
  return premiumValidUntil !== null && premiumValidUntil < today
}

/** Returns whether there is an announcement on a day, both ends included. @param today Moroccan day, YYYY-MM-DD */
export function isAnnounced({ announcement }: Pick<Settings, 'announcement'>, today: string): boolean {
  return announcement !== null && announcement.from <= today && today <= announcement.until
}
