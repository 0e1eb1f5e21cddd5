import { randomInt } from 'node:crypto'
import type { Card, CardBatch, CardBatchInput } from '#shared/entities/card.ts'
import { cardCode, newBatchId } from '#shared/entities/card-code.ts'
import { cardId } from '../../data/cards.ts'

const RANDOM_CHARACTERS = 11

/**
 * Returns a new batch with its cards. It alone contains their codes. @param id id of the batch; by default a random one
 */
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
