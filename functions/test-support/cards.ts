import type { Card, CardBatch } from '#shared/entities/card.ts'
import { type User } from '#shared/entities/user.ts'
import { newBatch } from '../admin/cards/change-cards.ts'
import { premiumValues } from '../data/audit.ts'
import { createCards } from '../data/cards.ts'
import type { Table } from '../data/table/client.ts'

/** A stored batch of one card, with the code of the card. */
export type PrintedCard = { code: string; card: Card; batch: CardBatch }

export async function storeCard(
  table: Table,
  {
    batch: batchChanges,
    card: cardChanges,
    now = new Date(),
  }: { batch?: Partial<CardBatch>; card?: Partial<Card>; now?: Date } = {},
): Promise<PrintedCard> {
  const input = { label: 'Librairie', count: 1, validUntil: '2999-06-30', premiumUntil: '2999-07-10' }
  const made = await newBatch({ ...input, ...batchChanges }, batchChanges?.priceDh ?? 250, now)
  const [card] = made.cards
  const [code] = made.codes
  if (!card || code === undefined) throw new Error('A batch has cards')
  const stored = { code, card: { ...card, ...cardChanges }, batch: { ...made.batch, ...batchChanges } }
  await createCards(table).putAll([stored.batch], [stored.card])
  return stored
}

/** Returns the fields of a card used by a student, whose account was free before. */
export function usedBy(user: User, at: string): Partial<Card> {
  const before = { isPremium: false, premiumUntil: null, payment: null }
  return { usedAt: at, userId: user.id, email: user.email, before, after: premiumValues(user) }
}
