import { randomUUID } from 'node:crypto'
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
import { remove } from '../data/table/write.ts'
import { readItems } from './table.ts'

/** The content of the PDF of fixtures, whose pictures the site has. */
export const PREPARED = {
  size: 90_000,
  pages: 2,
  digest: 'c0ffee'.padEnd(64, '0'),
  source: 'content-1',
  fault: null,
  faultDetail: null,
} satisfies FileContent
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
export async function wipe(table: Table, partitions: RegExp): Promise<void> {
  for (const { pk, sk } of await readItems(table)) if (partitions.test(pk)) await remove(table, { pk, sk })
}

export type PrintedCard = Awaited<ReturnType<typeof storeCard>>

type CardChanges = { batch?: Partial<CardBatch>; card?: Partial<Card>; now?: Date }

export async function storeCard(table: Table, changes: CardChanges = {}) {
  const input = { label: 'Librairie', count: 1, validUntil: '2999-06-30', premiumUntil: '2999-07-10' }
  const price = changes.batch?.priceDh ?? 250
  const made = await newBatch({ ...input, ...changes.batch }, price, changes.now ?? new Date())
  const card = { ...(made.cards[0] as Card), ...changes.card }
  const batch = { ...made.batch, ...changes.batch }
  await createCards(table).putAll([batch], [card])
  return { code: made.codes[0] ?? '', card, batch }
}

export function usedBy(user: User, at: string): Partial<Card> {
  const before = { isPremium: false, premiumUntil: null, payment: null }
  return { usedAt: at, userId: user.id, email: user.email, before, after: premiumValues(user) }
}
