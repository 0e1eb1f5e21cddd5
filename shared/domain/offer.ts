import type { Settings } from '../entities/settings.ts'
import { endOfDay } from './week.ts'

/** Until when Premium is sold, and the Premium that is sold holds. */
export type Offer = Pick<Settings, 'premiumValidUntil'>

/** The first instant after the offer's last day in Morocco. Null: no end. */
export function offerEnd({ premiumValidUntil }: Offer): Date | null {
  return premiumValidUntil === null ? null : endOfDay(premiumValidUntil)
}

/** Whether the offer has ended: it is not sold until the owner has prepared the next one. */
export function isOfferOver(offer: Offer, now: Date): boolean {
  const end = offerEnd(offer)
  return end !== null && end <= now
}
