import { randomUUID } from 'node:crypto'
import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import type { Card, CardBatch } from '#shared/entities/card.ts'
import type { FileContent } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { sampleResource, sampleSubject } from '#shared/entities/samples.ts'
import type { Subject, SubjectDocument } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import { newBatch } from '../admin/cards/change-cards.ts'
import { premiumValues } from '../data/audit.ts'
import { createCards } from '../data/cards.ts'
import type { Table } from '../data/table/client.ts'

/** The content of the PDF of fixtures, whose pictures the site has. */
export const PREPARED: FileContent = {
  size: 90_000,
  pages: 2,
  digest: 'c0ffee'.padEnd(64, '0'),
  source: 'content-1',
  fault: null,
  faultDetail: null,
}
export const PICTURES = [
  { width: 1_080, height: 1_527, bytes: 40_000 },
  { width: 1_080, height: 1_527, bytes: 45_000 },
]

export function subjectFixture(changes: Partial<Subject> = {}): Subject {
  return { ...sampleSubject, ...PREPARED, version: randomUUID(), ...changes }
}

export function subjectDocumentFixture(changes: Partial<SubjectDocument> = {}): SubjectDocument {
  return { file: sampleSubject.file, version: randomUUID(), ...PREPARED, ...changes }
}

export function resourceFixture(changes: Partial<Resource> = {}): Resource {
  return { ...sampleResource, ...PREPARED, id: randomUUID(), version: randomUUID(), ...changes }
}

/** Deletes every item whose partition key matches, without an audit entry. */
export async function wipe({ client, name }: Table, partitions: RegExp): Promise<void> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name }))
    for (const { pk, sk } of Items)
      if (partitions.test(String(pk)))
        await client.send(new DeleteCommand({ TableName: name, Key: { pk, sk } }))
}

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

export function usedBy(user: User, at: string): Partial<Card> {
  const before = { isPremium: false, premiumUntil: null, payment: null }
  return { usedAt: at, userId: user.id, email: user.email, before, after: premiumValues(user) }
}
