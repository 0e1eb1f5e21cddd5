import * as v from 'valibot'
import type { Table } from './client.ts'
import { cursorOf, foreignCursor, positionOf } from './cursor.ts'
import type { ItemKey } from './keys.ts'
import { parseItem, queryPage } from './read.ts'
import type { TransactionPart } from './write.ts'

// Searching by a part of a text without reading what does not match. Of each text every beginning that may be searched
// for is an item of its own, in the partition of its first character: a search is one query of those that begin with
// the term, whatever else is stored. Entries are hints: the reader compares what he finds with the text as it is now.

/** A way of searching: what of a text can be found, and how texts and terms are written so that they compare. */
export type SearchKind = {
  partition: 'EMAILS' | 'WORDS'
  /** The parts of a text that a term may be the beginning of, in the order of the text, each once. */
  beginningsOf(text: string): string[]
  /** A term as beginnings are written; empty when nothing can be found by it. */
  termOf(search: string): string
}

/** Further positions of a longer address are not searched: an account is written in one transaction (100 parts). */
const ADDRESS_POSITIONS = 80

/** Addresses by any part of them. A normalised address holds no space and nothing beyond ASCII. */
export const addressSearch: SearchKind = {
  partition: 'EMAILS',
  beginningsOf: (email) =>
    Array.from({ length: Math.min(email.length, ADDRESS_POSITIONS) }, (_, position) => email.slice(position)),
  termOf: (search) => {
    const term = search.trim().toLowerCase()
    return /^[!-~]*$/.test(term) ? term : ''
  },
}

/** Two texts of so many words are changed in one transaction. */
const WORDS = 45
const BEGINNING_LENGTH = 100

/** Texts by the beginnings of their words, one or several in a row, without accents, case and punctuation. */
export const wordSearch: SearchKind = {
  partition: 'WORDS',
  beginningsOf: (text) => {
    const words = folded(text).split(' ').filter(Boolean)
    const beginnings = words.slice(0, WORDS).map((_, index) => cut(words.slice(index).join(' ')))
    return [...new Set(beginnings)]
  },
  termOf: (search) => cut(folded(search)),
}

/** Text as it is compared, without accents, case and punctuation: 'Énergie (œuvre)' → 'energie oeuvre' */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function cut(text: string): string {
  return text.slice(0, BEGINNING_LENGTH).toWellFormed().trimEnd()
}

/** One beginning of one owner's text. */
export type SearchHit = { beginning: string; ownerId: string }

/** Under which key a beginning stands; the owner's id keeps two of the same beginning apart. */
export function searchKey({ partition }: SearchKind, { beginning, ownerId }: SearchHit): ItemKey {
  return { pk: partitionOf(partition, beginning), sk: `${beginning}${BETWEEN}${ownerId}` }
}

/** The keys of every entry of a text. */
export function searchKeys(kind: SearchKind, text: string, ownerId: string): ItemKey[] {
  return kind.beginningsOf(text).map((beginning) => searchKey(kind, { beginning, ownerId }))
}

/** The writes that make entries, for the transaction that makes what they lead to. */
export function putEntries({ name }: Table, keys: readonly ItemKey[]): TransactionPart[] {
  return keys.map((key) => ({ Put: { TableName: name, Item: { ...key } } }))
}

/** The writes that remove entries with what they led to. */
export function deleteEntries({ name }: Table, keys: readonly ItemKey[]): TransactionPart[] {
  return keys.map((Key) => ({ Delete: { TableName: name, Key } }))
}

/**
 * Whether a hit is where its owner is shown: at the first of his beginnings that match. A text that holds a term twice
 * is found once, and one that no longer holds it not at all.
 */
export function isShownHere(kind: SearchKind, term: string, { beginning }: SearchHit, text: string): boolean {
  return kind.beginningsOf(text).find((each) => each.startsWith(term)) === beginning
}

/**
 * One page of the entries that begin with a term: one query. The order is that of the beginnings, then of the owners.
 * @param term as the kind's `termOf` makes it, not empty
 * @throws DomainError INVALID_REQUEST when the cursor is not one of this search's
 */
export async function listHits(
  table: Table,
  kind: SearchKind,
  { term, limit, cursor }: { term: string; limit: number; cursor: string | undefined },
): Promise<{ hits: SearchHit[]; nextCursor: string | null }> {
  const pk = partitionOf(kind.partition, term)
  const { items } = await queryPage(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :term)',
    ExpressionAttributeValues: { ':pk': pk, ':term': term },
    // One more than shown tells whether there is a next page.
    Limit: limit + 1,
    ...(cursor !== undefined && { ExclusiveStartKey: { pk, sk: startOf(cursor, term) } }),
  })
  const keys = items.slice(0, limit).map((item) => parseItem(EntryKey, item).sk)
  const last = items.length > limit ? keys.at(-1) : undefined
  return { hits: keys.map(hitOf), nextCursor: last === undefined ? null : cursorOf(last) }
}

/** No beginning and no id holds this sign; it sorts before every other that they hold. */
const BETWEEN = '\t'
const EntryKey = v.object({ sk: v.string() })
const ENTRY = /^[^\t]+\t[\w-]{1,64}$/

function partitionOf(partition: SearchKind['partition'], beginning: string): string {
  const [first = ''] = beginning
  return `${partition}#${first}`
}

function startOf(cursor: string, term: string): string {
  const start = positionOf(cursor, ENTRY)
  if (!start.startsWith(term)) throw foreignCursor()
  return start
}

function hitOf(sk: string): SearchHit {
  const between = sk.lastIndexOf(BETWEEN)
  return { beginning: sk.slice(0, between), ownerId: sk.slice(between + 1) }
}
