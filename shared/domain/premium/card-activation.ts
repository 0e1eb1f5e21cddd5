import type { Card } from '../../entities/card.ts'
import { cardPayment } from '../../entities/card.ts'
import { isOver } from '../days/moroccan-day.ts'
import type { ErrorCode } from '../domain-error.ts'
import { isPremiumNow, type PremiumState } from './premium.ts'

/** Why a card is refused at `now`; null: it is not. Cards of a batch that was revoked are refused by the table. */
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

/** Premium as a card gives it: of two ends the later one holds, and what the card cost is noted. */
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
