import type { Card } from '../../entities/card.ts'
import { cardPayment } from '../../entities/card.ts'
import { type LedgerEntry, ledgerEntryId } from '../../entities/ledger-entry.ts'
import { isOver } from '../days/moroccan-day.ts'
import type { ErrorCode } from '../domain-error.ts'
import { paymentEntry } from './ledger.ts'
import { isPremiumNow, type PremiumState } from './premium.ts'

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
