import { DomainError } from '#shared/domain/domain-error.ts'
import { cardEntry, cardRefusal, heldAfter, premiumWithCard } from '#shared/domain/premium/ledger.ts'
import { withPremium } from '#shared/domain/premium/premium.ts'
import type { Card } from '#shared/entities/card.ts'
import type { User } from '#shared/entities/user.ts'
import { auditEntry, premiumValues, SYSTEM } from '../data/audit.ts'
import { cardId } from '../data/cards.ts'
import { retryOnConflict } from '../data/optimistic-lock.ts'
import { count } from '../http/metrics.ts'
import type { Deps } from '../http/use-case.ts'

type RedeemDeps = Pick<Deps, 'cards' | 'users' | 'clock'>

/**
 * Gives an account the Premium of a card. Card, batch, profile, log and counters change as one, so that of many
 * accounts one gets the card; the account that has used it gets the same answer again. @throws DomainError
 * CODE_UNKNOWN, CODE_USED, CODE_EXPIRED, CODE_REVOKED, CONFLICT
 */
export async function redeemCard(
  deps: RedeemDeps,
  caller: User,
  code: string,
  isDryRun: boolean,
): Promise<{ user: User; isUsed: boolean }> {
  const { cards, users, clock } = deps
  const id = await cardId(code)
  let user: User | null = caller
  return retryOnConflict(async () => {
    if (!user) throw new DomainError('CONFLICT')
    const now = clock.now()
    const card = await findUsable(deps, user, id, now)
    // The profile may have been read before a first, equal request used the card.
    if (card.userId === user.id) return { user: (await users.find(user.id)) ?? user, isUsed: true }
    const entry = cardEntry({ ...card, usedAt: now.toISOString(), userId: user.id })
    const held = heldAfter(user, [entry], now)
    const after = withPremium({ ...user, held }, premiumWithCard(user, card, now), now)
    if (isDryRun) return { user: after, isUsed: false }
    const audit = auditEntry(SYSTEM, now, {
      action: 'REDEEM_CODE',
      target: user.email,
      before: premiumValues(user),
      after: { ...premiumValues(after), serial: card.serial, label: card.label },
    })
    const result = await cards.redeem(card, user, after, audit, [entry])
    if (result === 'conflict') {
      user = await users.find(caller.id)
      return result
    }
    count('PremiumChanges')
    return { user: after, isUsed: false }
  })
}

async function findUsable({ cards }: RedeemDeps, user: User, id: string, now: Date): Promise<Card> {
  const card = await cards.findCard(id)
  if (!card) throw new DomainError('CODE_UNKNOWN')
  if (card.userId === user.id) return card
  const refusal = cardRefusal(card, now)
  if (refusal) throw new DomainError(refusal)
  const batch = await cards.findBatch(card.batchId)
  if (!batch) throw new DomainError('CODE_UNKNOWN')
  if (batch.revokedAt !== null) throw new DomainError('CODE_REVOKED')
  return card
}
