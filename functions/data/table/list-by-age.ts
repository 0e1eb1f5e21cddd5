import * as v from 'valibot'
import { foldText } from '#shared/domain/fold-text.ts'
import type { Table } from './client.ts'
import {
  decodeCursor,
  encodeCursor,
  NEWEST_FIRST_SORT_KEY,
  type Page,
  type PageQuery,
  queryAll,
  queryPage,
} from './query.ts'
import { parseItem, readByKey } from './read.ts'
import { type Item, type ItemKey, tableShape } from './table-shape.ts'

/** Every list of the administration is a partition of this index. */
const INDEX = tableShape.indexes.newest

/** Tells by the id of a row, and by what the index carries of it, whether the list shows it. */
export type IsShown = (id: string, carried: Item) => boolean

export type ListByAge<Row> = {
  kind: { key: (id: string) => ItemKey; parse: (item: Item) => Row }
  partition: string
  /** @default false */
  isOldestFirst?: boolean
  /** The first and the last position of the list, in a partition that holds more. @default all of it */
  from?: string
  to?: string
  /** Reads which rows of its partition the list shows. @default all */
  readShown?: () => Promise<IsShown>
  /** Tells whether the list still shows a row as last written. @default all in its partition */
  isListed?: (row: Row) => boolean
}

type AnyList = Omit<ListByAge<unknown>, 'isListed'>

type Search = PageQuery & { search?: string }

/** Returns a page of {@link listCounted} alone, without its cost for the number of rows. */
export async function listByAge<Row>(table: Table, list: ListByAge<Row>, query: Search): Promise<Page<Row>> {
  const { items, nextCursor } = await readPage(table, list, query)
  return { items, nextCursor }
}

/**
 * Returns a page of a list, each row as last written, with the number of rows that the list shows and a search finds.
 * Without a search it is one query and one batch of reads. A search, or a list that shows a part of its partition, reads
 * the whole partition, a query for each megabyte (some 4,000 rows), since order and total are exact.
 * A row matches when its `searchText` contains every word of the search. Indexes are eventually consistent, so that rows
 * that have left the partition since are left out.
 * @param countAll counts the whole list
 * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
 */
export async function listCounted<Row>(
  table: Table,
  list: ListByAge<Row>,
  query: Search,
  countAll: () => Promise<number>,
): Promise<Page<Row> & { total: number }> {
  const [{ found, ...page }, all] = await Promise.all([readPage(table, list, query), countAll()])
  return { ...page, total: found ?? all }
}

async function readPage<Row>(table: Table, list: ListByAge<Row>, { search = '', limit, cursor }: Search) {
  const after = cursor === undefined ? null : decodeCursor(cursor, NEWEST_FIRST_SORT_KEY)
  const words = searchWords(search)
  const found = words.length > 0 || list.readShown ? await findPositions(table, list, words) : null
  const isNext = (position: string) =>
    after === null || (list.isOldestFirst ? position > after : position < after)
  const next = found ? found.filter(isNext) : await nextPositions(table, list, { limit: limit + 1, after })
  const positions = next.slice(0, limit)
  const last = next.length > limit ? positions.at(-1) : undefined
  return {
    items: await readRows(table, list, positions),
    nextCursor: last === undefined ? null : encodeCursor(last),
    found: found && found.length,
  }
}

/** Returns the different words of a search, folded; none when it is blank. */
export function searchWords(search: string): string[] {
  return [...new Set(foldText(search).split(/\s+/).filter(Boolean))]
}

async function nextPositions(
  table: Table,
  list: AnyList,
  { limit, after }: { limit: number; after: string | null },
): Promise<string[]> {
  const { partition, kind, from = '', to = '~' } = list
  // A query that ends before it begins, or starts outside its bounds, is an error for DynamoDB.
  if (from > to || (after !== null && (after < from || after > to))) return []
  const last = after !== null && {
    ...kind.key(idAt(after)),
    [INDEX.partitionKey]: partition,
    [INDEX.sortKey]: after,
  }
  const { items } = await queryPage(table, { ...partitionQuery(list), limit, after: last || undefined })
  return items.map(positionOf)
}

async function findPositions(table: Table, list: AnyList, words: readonly string[]): Promise<string[]> {
  const filter = words.length > 0 && {
    where: words.map((_, at) => `contains(searchText, :word${at})`).join(' AND '),
    values: Object.fromEntries(words.map((word, at) => [`word${at}`, word])),
  }
  const [items, isShown] = await Promise.all([
    queryAll(table, { ...partitionQuery(list), ...(filter && { filter }) }),
    list.readShown?.(),
  ])
  return items.filter((item) => isShown?.(idAt(positionOf(item)), item) ?? true).map(positionOf)
}

async function readRows<Row>(
  table: Table,
  { kind, partition, isListed }: ListByAge<Row>,
  positions: readonly string[],
): Promise<Row[]> {
  const keys = positions.map((position) => kind.key(idAt(position)))
  const find = await readByKey(table, keys, { ConsistentRead: true })
  return keys
    .map(find)
    .filter((item) => item !== undefined)
    .filter((item) => item[INDEX.partitionKey] === partition)
    .map(kind.parse)
    .filter((row) => isListed?.(row) ?? true)
}

function partitionQuery({ partition, isOldestFirst = false, from, to }: AnyList) {
  const part = from !== undefined && to !== undefined && { from, to }
  return { index: INDEX, partition, isDescending: !isOldestFirst, ...part }
}

function positionOf(item: Item): string {
  return parseItem(v.string(), item[INDEX.sortKey])
}

/** Returns the id of the row at a position `<createdAt>#<id>`. */
export function idAt(position: string): string {
  return position.slice(position.indexOf('#') + 1)
}
