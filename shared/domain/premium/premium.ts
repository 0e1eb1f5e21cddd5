import type { Payment, User, UserView } from '../../entities/user.ts'
import { endOfDay, isOver, laterThan, moroccanDay } from '../days/moroccan-day.ts'
import { isOfferOver, type Offer } from './offer.ts'

type PremiumFlag = Pick<User, 'isPremium' | 'premiumUntil'>

export type PremiumState = Pick<User, 'isPremium' | 'premiumUntil' | 'payment'>

export type Grant = {
  /** Last Moroccan day, YYYY-MM-DD; null for no end. */
  until?: string | null | undefined
  payment?: Payment | null | undefined
}

export function isPremiumNow({ isPremium, premiumUntil }: PremiumFlag, now: Date): boolean {
  return isPremium && (premiumUntil === null || !isOver(premiumUntil, now))
}

/** Null has no end. `isPremium` of `held` tells whether Premium is valid now. */
export function laterEnd({ isPremium, premiumUntil }: PremiumFlag, end: string | null): string | null {
  if (!isPremium) return end
  return premiumUntil === null || (end !== null && premiumUntil > end) ? premiumUntil : end
}

/** Returns the end of Premium for answers: the last day, and the first instant after it. */
export function shownEnd({
  premiumUntil,
}: Pick<User, 'premiumUntil'>): Pick<UserView, 'premiumUntil' | 'premiumLastDay'> {
  const end = premiumUntil === null ? null : endOfDay(premiumUntil).toISOString()
  return { premiumUntil: end, premiumLastDay: premiumUntil }
}

/**
 * Without a day, valid Premium keeps its end, and other Premium ends with the offer; an offer that is over gives no
 * end. A payment stays noted until another replaces it; only Premium that had ended begins without one.
 */
export function grantPremium(
  before: PremiumState,
  { until, payment }: Grant,
  offer: Offer,
  now: Date,
): PremiumState {
  const hasRunOut = before.isPremium && !isPremiumNow(before, now)
  return {
    isPremium: true,
    premiumUntil: endOfGrant(before, until, offer, now),
    payment: payment === undefined ? (hasRunOut ? null : before.payment) : payment,
  }
}

/** The payment stays noted, so that Premium that was taken by mistake is given back as it was. */
export function revokePremium({ payment }: Pick<PremiumState, 'payment'>): PremiumState {
  return { isPremium: false, premiumUntil: null, payment }
}

export function withPremium(user: User, premium: PremiumState, now: Date): User {
  return { ...user, ...premium, updatedAt: laterThan(user.updatedAt, now) }
}

export function isSamePremium(a: PremiumState, b: PremiumState): boolean {
  return (
    a.isPremium === b.isPremium && a.premiumUntil === b.premiumUntil && isSamePayment(a.payment, b.payment)
  )
}

function endOfGrant(
  before: PremiumState,
  until: string | null | undefined,
  offer: Offer,
  now: Date,
): string | null {
  if (until !== undefined) return until
  if (isPremiumNow(before, now)) return before.premiumUntil
  return isOfferOver(offer, moroccanDay(now)) ? null : offer.premiumValidUntil
}

export function isSamePayment(a: Payment | null, b: Payment | null): boolean {
  if (a === null || b === null) return a === b
  return a.amount === b.amount && a.means === b.means && a.reference === b.reference
}
