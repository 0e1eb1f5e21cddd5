import { type Card, cardPayment } from '../../entities/card.ts'
import { type LedgerEntry, ledgerEntryId } from '../../entities/ledger-entry.ts'
import type { Payment, User, UserView } from '../../entities/user.ts'
import { endOfDay, isOver, laterThan, moroccanDay } from '../days/moroccan-day.ts'
import type { ErrorCode } from '../domain-error.ts'
import { paymentEntry } from './ledger.ts'
import { isOfferOver, type Offer } from './offer.ts'

type PremiumFlag = Pick<User, 'isPremium' | 'premiumUntil'>

/** The fields of a user that an activation changes. */
export type PremiumState = Pick<User, 'isPremium' | 'premiumUntil' | 'payment'>

/** The Premium to be given. A field that is left out keeps its value, or is the offer's. */
export type Grant = {
  /** Last Moroccan day, YYYY-MM-DD; null for no end. */
  until?: string | null | undefined
  payment?: Payment | null | undefined
}

/** Returns whether Premium is valid at `now`: until its last day is over. */
export function isPremiumNow({ isPremium, premiumUntil }: PremiumFlag, now: Date): boolean {
  return isPremium && (premiumUntil === null || !isOver(premiumUntil, now))
}

/** Returns the end of Premium for answers: the last day, and the first instant after it. */
export function shownEnd({
  premiumUntil,
}: Pick<User, 'premiumUntil'>): Pick<UserView, 'premiumUntil' | 'premiumLastDay'> {
  const end = premiumUntil === null ? null : endOfDay(premiumUntil).toISOString()
  return { premiumUntil: end, premiumLastDay: premiumUntil }
}

/**
 * Returns Premium that is given at `now`. Without a day, valid Premium keeps its end, and other Premium ends with the
 * offer; an offer that is over gives no end. A payment stays noted until another replaces it; only Premium that had
 * ended begins without one.
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

/**
 * Returns a free account. Its payment stays noted, so that Premium that was taken by mistake is given back as it was.
 */
export function revokePremium({ payment }: Pick<PremiumState, 'payment'>): PremiumState {
  return { isPremium: false, premiumUntil: null, payment }
}

/** Returns a user with another Premium from `now` on. */
export function withPremium(user: User, premium: PremiumState, now: Date): User {
  return { ...user, ...premium, updatedAt: laterThan(user.updatedAt, now) }
}

/** Returns whether two states are equal. */
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

/** Returns whether two payments are equal; null for none. */
export function isSamePayment(a: Payment | null, b: Payment | null): boolean {
  if (a === null || b === null) return a === b
  return a.amount === b.amount && a.means === b.means && a.reference === b.reference
}

/** Returns why a card is refused at `now`, or null. The table refuses cards of a revoked batch. */
export function cardRefusal(
  { usedAt, revokedAt, validUntil, premiumUntil }: Card,
  now: Date,
): Extract<ErrorCode, 'CODE_USED' | 'CODE_REVOKED' | 'CODE_EXPIRED'> | null {
  if (usedAt !== null) return 'CODE_USED'
  if (revokedAt !== null) return 'CODE_REVOKED'
  return isOver(validUntil, now) || (premiumUntil !== null && isOver(premiumUntil, now))
    ? 'CODE_EXPIRED'
    : null
}

/**
 * Returns Premium after the use of a card: the later of two ends counts, and the price of the card is noted as the
 * payment.
 */
export function premiumWithCard(
  before: PremiumState,
  card: Pick<Card, 'premiumUntil' | 'priceDh' | 'label' | 'serial'>,
  now: Date,
): PremiumState {
  const given = card.premiumUntil
  const held = before.premiumUntil
  const isHeld = isPremiumNow(before, now)
  return {
    isPremium: true,
    premiumUntil: isHeld && (held === null || (given !== null && held > given)) ? held : given,
    payment: cardPayment(card),
  }
}

/** Returns the entry of the ledger for a used card. Its id is the same each time: the card with the time of its use. */
export function cardEntry(
  card: Pick<Card, 'serial' | 'label' | 'priceDh'> & { usedAt: string; userId: string },
): LedgerEntry {
  const { serial, label, usedAt, userId } = card
  const id = ledgerEntryId(userId, `${serial}-${Date.parse(usedAt).toString(36)}`)
  return paymentEntry(
    { id, userId, by: 'SYSTEM', payment: cardPayment(card), label, serial },
    new Date(usedAt),
  )
}
