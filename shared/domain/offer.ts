import type { Settings } from '../entities/settings.ts'
import { endOfDay } from './week.ts'

/** The last day on which Premium is sold, which is also the last day of the Premium that is sold. */
export type Offer = Pick<Settings, 'premiumValidUntil'>

/** When the offer's last day is over. Null: no end. */
export function offerEnd({ premiumValidUntil }: Offer): Date | null {
  return premiumValidUntil === null ? null : endOfDay(premiumValidUntil)
}

/** Whether the offer has ended: it is not sold until the owner has prepared the next one. */
export function isOfferOver(offer: Offer, now: Date): boolean {
  const end = offerEnd(offer)
  return end !== null && end <= now
}
