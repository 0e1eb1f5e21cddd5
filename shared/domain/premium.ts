import type { User } from './user.ts'

/** What Premium costs and how long it holds, from the stage configuration. */
export type Offer = {
  /** Moroccan dirhams, paid once. */
  priceDh: number
  /** Last day of validity, YYYY-MM-DD in Morocco; null: no end. */
  validUntil: string | null
}

type PremiumState = Pick<User, 'isPremium' | 'premiumUntil'>

/** Whether Premium holds at `now`: a past `premiumUntil` means not premium (decision D30). */
export function isPremiumNow({ isPremium, premiumUntil }: PremiumState, now: Date): boolean {
  return isPremium && (premiumUntil === null || now.toISOString() < premiumUntil)
}

/** The first instant after the offer's last day, Morocco being one hour ahead of UTC. Null: no end. */
export function offerEnd({ validUntil }: Offer): Date | null {
  if (validUntil === null) return null
  const dayStart = Date.parse(`${validUntil}T00:00:00+01:00`)
  return new Date(dayStart + 24 * 60 * 60 * 1000)
}

/** Premium as activated at `now`: it ends with the offer, or never when the offer's date is past. */
export function grantPremium(offer: Offer, now: Date): PremiumState {
  const end = offerEnd(offer)
  return { isPremium: true, premiumUntil: end !== null && end > now ? end.toISOString() : null }
}

/** A free account. */
export function revokePremium(): PremiumState {
  return { isPremium: false, premiumUntil: null }
}
