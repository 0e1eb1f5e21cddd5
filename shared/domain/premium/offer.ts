import type { Settings } from '../../entities/settings.ts'

/** The last day on which Premium is sold, which is also the last day of the sold Premium. */
export type Offer = Pick<Settings, 'premiumValidUntil'>

/** Nothing is sold until the owner has prepared the next offer. Days are Moroccan. */
export function isOfferOver({ premiumValidUntil }: Offer, today: string): boolean {
  return premiumValidUntil !== null && premiumValidUntil < today
}

/** Both ends are included. Days are Moroccan. */
export function isAnnounced({ announcement }: Pick<Settings, 'announcement'>, today: string): boolean {
  return announcement !== null && announcement.from <= today && today <= announcement.until
}
