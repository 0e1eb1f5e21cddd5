import * as v from 'valibot'
import { foldText } from '#shared/domain/fold-text.ts'
import type { Table } from './client.ts'
import { decodeCursor, encodeCursor, NEWEST_FIRST_SORT_KEY, type Page, type PageQuery } from './cursor.ts'
import { queryAll, queryPage } from './query.ts'
import { keyText, parseItem, readBatch, StoredKey } from './read.ts'
import type { Item, ItemKey, tableShape } from './table-shape.ts'

/** A list of the administration: its partition of an index, and how its rows are read. */
export type ListByAge<Row> = {
  index: (typeof tableShape.indexes)['newest' | 'sparse']
  partition: string
  /** @default false */
  isOldestFirst?: boolean
  keyOf: (id: string) => ItemKey
  /** Returns null when the row has left the list since the index was written. */
  parse: (item: Record<string, unknown>) => Row | null
  /** Reads which rows the list shows of its partition, by their ids and by what its index carries. @default all */
  readShown?: () => Promise<IsShown>
}

export type IsShown = (id: string, carried: Item) => boolean

/** Rows of a page; `found` is the number of rows that a search finds or the list shows, null where it shows all. */
type FoundPage<Row> = Page<Row> & { found: number | null }

/**
 * Returns a page of a list, each row as last written. Without a search it is one query and one batch of reads. A search,
 * or a list that shows a part of its partition, reads the whole partition, a query for each megabyte (some 4,000 rows),
 * since order and total are exact.
 * A row matches when its `searchText` contains every word of the search. Indexes are eventually consistent.
 * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
 */
export async function listByAge<Row>(
  table: Table,
  list: ListByAge<Row>,
  { search = '', limit, cursor }: PageQuery & { search?: string },
): Promise<FoundPage<Row>> {
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

/** Returns the sort keys of the rows that follow a position, at most `limit`. One query. */
async function nextPositions(
  table: Table,
  list: ListByAge<unknown>,
  { limit, after }: { limit: number; after: string | null },
): Promise<string[]> {
  const { index, partition, keyOf } = list
  const { items } = await queryPage(table, {
    ...partitionQuery(list),
    limit,
    ...(after !== null && {
      after: { ...keyOf(idAt(after)), [index.partitionKey]: partition, [index.sortKey]: after },
    }),
  })
  return items.map((item) => positionIn(index, item))
}

/** Returns the sort keys of all rows that the list shows and that contain every word. */
async function findPositions(
  table: Table,
  list: ListByAge<unknown>,
  words: readonly string[],
): Promise<string[]> {
  const { index, readShown } = list
  const [items, isShown] = await Promise.all([
    queryAll(table, {
      ...partitionQuery(list),
      ...(readShown ? {} : { attributes: [index.sortKey] }),
      ...(words.length > 0 && {
        filter: {
          where: words.map((_, at) => `contains(searchText, :word${at})`).join(' AND '),
          values: Object.fromEntries(words.map((word, at) => [`word${at}`, word])),
        },
      }),
    }),
    readShown?.(),
  ])
  return items
    .map((item) => ({ item, position: positionIn(index, item) }))
    .filter(({ item, position }) => isShown?.(idAt(position), item) ?? true)
    .map(({ position }) => position)
}

async function readRows<Row>(
  table: Table,
  { keyOf, parse }: ListByAge<Row>,
  positions: readonly string[],
): Promise<Row[]> {
  const keys = positions.map((position) => keyOf(idAt(position)))
  const items = await readBatch(table, keys, { ConsistentRead: true })
  const byKey = new Map(items.map((item) => [keyText(parseItem(StoredKey, item)), item]))
  return keys.flatMap((key) => {
    const item = byKey.get(keyText(key))
    const row = item ? parse(item) : null
    return row === null ? [] : [row]
  })
}

const partitionQuery = ({ index, partition, isOldestFirst = false }: ListByAge<unknown>) => ({
  index,
  partition,
  isDescending: !isOldestFirst,
})

function positionIn(index: ListByAge<unknown>['index'], item: Record<string, unknown>): string {
  return parseItem(v.string(), item[index.sortKey])
}

/** Returns the id of the row at a position `<createdAt>#<id>`. */
export function idAt(position: string): string {
  return position.slice(position.indexOf('#') + 1)
}
