import { randomInt } from 'node:crypto'
import { isOver } from '#shared/domain/days/moroccan-day.ts'
import { DomainError, found } from '#shared/domain/domain-error.ts'
import { cardEntry, reversal } from '#shared/domain/premium/ledger.ts'
import {
  type Card,
  type CardBatch,
  type CardBatchInput,
  type CardView,
  cardCode,
  formatCardCode,
  newBatchId,
} from '#shared/entities/card.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../../data/audit.ts'
import { cardId, type UsedCard } from '../../data/cards.ts'
import { count } from '../../http/metrics.ts'
import type { Deps } from '../../http/use-case.ts'

type CardDeps = Pick<Deps, 'cards' | 'settings' | 'clock'>

const BATCH_EXISTS =
  'Ce lot existe déjà, mais ses codes ne peuvent plus être affichés. Annulez-le, puis créez-en un autre.'
const PREMIUM_CHANGED =
  "L'accès de ce compte a changé depuis l'activation de la carte. Modifiez-le dans la liste des utilisateurs."

/** Only the answer contains the codes. @throws DomainError INVALID_REQUEST for a day that is past, CONFLICT */
export async function createCardBatch(
  { cards, settings, clock }: CardDeps,
  owner: User,
  { id, ...input }: CardBatchInput & { id?: string | undefined },
): Promise<CardBatch & { codes: string[] }> {
  const now = clock.now()
  const errors = (['validUntil', 'premiumUntil'] as const)
    .filter((field) => input[field] !== null && isOver(input[field], now))
    .map((path) => ({ path, message: 'Cette date est déjà passée' }))
  if (errors.length > 0) throw new DomainError('INVALID_REQUEST', { errors })
  const { priceDh } = await settings.read()
  const made = await newBatch(input, priceDh, now, id)
  const entry = auditEntry(adminActor(owner), now, {
    action: 'CREATE_CODES',
    target: made.batch.id,
    after: { ...input, priceDh },
  })
  if ((await cards.createBatch(made.batch, made.cards, entry)) === 'conflict')
    throw new DomainError('CONFLICT', { detail: BATCH_EXISTS })
  return { ...made.batch, codes: made.codes.map(formatCardCode) }
}

export async function revokeCardBatch({ cards, clock }: CardDeps, owner: User, id: string): Promise<void> {
  const batch = found(await cards.findBatch(id))
  if (batch.revokedAt !== null) return
  const entry = auditEntry(adminActor(owner), clock.now(), {
    action: 'DELETE_CODES',
    target: id,
    before: { label: batch.label, count: batch.count, used: batch.used },
  })
  await cards.revokeBatch(batch, entry)
}

export async function revokeCard({ cards, clock }: CardDeps, owner: User, id: string): Promise<void> {
  const card = found(await cards.findCard(id))
  if (card.usedAt !== null) throw new DomainError('CODE_USED')
  if (card.revokedAt !== null) return
  const { serial, label } = card
  const entry = auditEntry(adminActor(owner), clock.now(), {
    action: 'DELETE_CODES',
    target: serial,
    before: { label, serial },
  })
  if ((await cards.revokeCard(card, entry)) === 'written') return
  if (found(await cards.findCard(id)).usedAt !== null) throw new DomainError('CODE_USED')
}

/**
 * Refused where Premium was changed since: an owner then changes it by hand. @throws DomainError NOT_FOUND, CONFLICT
 */
export async function undoCard({ cards, clock }: CardDeps, owner: User, id: string): Promise<CardView> {
  const card = found(await cards.findCard(id))
  if (!isUsed(card)) return card
  const { before, after, email, serial, label } = card
  const now = clock.now()
  const takenBack = reversal([cardEntry(card)], { kind: 'cancelled', by: owner.email }, now)
  const entry = auditEntry(adminActor(owner), now, {
    action: 'UPDATE_CODE',
    target: email,
    before: { ...after, serial, label },
    after: before,
  })
  if ((await cards.undo(card, entry, takenBack)) === 'written') {
    count('PremiumChanges')
    return { ...card, usedAt: null, email: null }
  }
  const current = found(await cards.findCard(id))
  if (isUsed(current)) throw new DomainError('CONFLICT', { detail: PREMIUM_CHANGED })
  return current
}

function isUsed(card: Card): card is UsedCard {
  return [card.usedAt, card.userId, card.email, card.before, card.after].every((part) => part !== null)
}

const RANDOM_CHARACTERS = 11

export async function newBatch(
  input: CardBatchInput,
  priceDh: number,
  now: Date,
  id = newBatchId(),
): Promise<{ batch: CardBatch; cards: Card[]; codes: string[] }> {
  const batch = { ...input, id, priceDh, used: 0, createdAt: now.toISOString(), revokedAt: null }
  const codes = Array.from({ length: input.count }, () => randomCode())
  const cards = codes.map(async (code, at): Promise<Card> => {
    const { count: _, used: _used, ...shared } = batch
    return {
      ...shared,
      id: await cardId(code),
      batchId: id,
      serial: `${id}-${String(at + 1).padStart(3, '0')}`,
      ending: code.slice(-3),
      // Each card is a millisecond older than the previous one, so that a list of the newest shows them in their order.
      createdAt: new Date(now.getTime() - at).toISOString(),
      usedAt: null,
      userId: null,
      email: null,
      before: null,
      after: null,
    }
  })
  return { batch, cards: await Promise.all(cards), codes }
}

function randomCode(): string {
  return cardCode(Array.from({ length: RANDOM_CHARACTERS }, () => randomInt(32)))
}
