import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type * as v from 'valibot'
import { DomainError } from '#shared/domain/domain-error.ts'
import { validationMessages } from '#shared/entities/fields.ts'
import { attempt, type Table } from './client.ts'
import { type Condition, conditionText, createPlaceholders } from './expression.ts'
import { parseItem } from './read.ts'
import { type IndexShape, type Item, tableShape } from './table-shape.ts'

type PartitionQuery = {
  partition: string
  /** @default the table itself */
  index?: IndexShape
  prefix?: string
  from?: string
  to?: string
  /** Lists the last sort key first. @default false */
  isDescending?: boolean
  /** @default all that the index carries */
  attributes?: readonly string[]
  filter?: Condition
  /** Finds what was just written, which an index never promises. @default false */
  isConsistent?: boolean
}

const WHOLE_TABLE: IndexShape = tableShape

type PartQuery = PartitionQuery & { limit?: number; after?: Item | undefined }

export async function queryPage(table: Table, query: PartQuery) {
  const { Items = [], LastEvaluatedKey } = await send(table, query)
  return { items: Items, lastKey: LastEvaluatedKey }
}

/** Returns all items of a query, for short lists: one round trip for each megabyte. */
export async function queryAll(table: Table, query: PartitionQuery): Promise<Item[]> {
  const all: Item[] = []
  for await (const { Items = [] } of sendAll(table, query)) all.push(...Items)
  return all
}

export async function listPartition<S extends v.GenericSchema>(
  table: Table,
  schema: S,
  query: PartitionQuery,
): Promise<v.InferOutput<S>[]> {
  return (await queryAll(table, query)).map((item) => parseItem(schema, item))
}

/** Counts without transferring the items: one round trip for each megabyte. */
export async function countPartition(table: Table, query: PartitionQuery): Promise<number> {
  let total = 0
  for await (const { Count = 0 } of sendAll(table, query, 'COUNT')) total += Count
  return total
}

async function* sendAll(table: Table, query: PartitionQuery, select?: 'COUNT') {
  let after: Item | undefined
  do {
    const page = await send(table, { ...query, after }, select)
    yield page
    after = page.LastEvaluatedKey
  } while (after)
}

function send({ client, name }: Table, query: PartQuery, select?: 'COUNT') {
  const { partition, index = WHOLE_TABLE, prefix, from, to, attributes, filter } = query
  const placeholders = createPlaceholders(filter)
  const { value } = placeholders
  const first = from !== undefined && value(from)
  const command = new QueryCommand({
    TableName: name,
    IndexName: index.name,
    KeyConditionExpression: [
      `${index.partitionKey} = ${value(partition)}`,
      ...(prefix === undefined ? [] : [`begins_with(${index.sortKey}, ${value(prefix)})`]),
      ...(first && to === undefined ? [`${index.sortKey} >= ${first}`] : []),
      ...(first && to !== undefined ? [`${index.sortKey} BETWEEN ${first} AND ${value(to)}`] : []),
    ].join(' AND '),
    FilterExpression: filter && (conditionText(filter, placeholders) || undefined),
    ProjectionExpression: attributes?.map(placeholders.name).join(', '),
    Select: select,
    ScanIndexForward: !query.isDescending,
    ConsistentRead: query.isConsistent,
    Limit: query.limit,
    ExclusiveStartKey: query.after,
    ...placeholders.parameters(),
  })
  return attempt(() => client.send(command))
}

/**
 * Encodes the position in a list: the sort key of the last item that was shown, or Cognito's own page token. The
 * repository adds the partition, so that a forged cursor cannot lead into another list.
 */
export function encodeCursor(position: string): string {
  return Buffer.from(position, 'utf8').toString('base64url')
}

/** @throws DomainError INVALID_REQUEST when the position is not of the `shape` of this list */
export function decodeCursor(cursor: string, shape: RegExp): string {
  const position = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!shape.test(position) || encodeCursor(position) !== cursor) throw invalidCursor()
  return position
}

export function invalidCursor(cause?: unknown): DomainError {
  const errors = [{ path: 'cursor', message: validationMessages.cursor }]
  return new DomainError('INVALID_REQUEST', { errors, cause })
}

/** `<createdAt>#<id>`, the sort key of lists that show the newest first. */
export const NEWEST_FIRST_SORT_KEY = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[\w-]{1,128}$/

export type PageQuery = { limit: number; cursor?: string | undefined }

export type Page<Row> = { items: Row[]; nextCursor: string | null }

export async function readAll<Row>(
  readPage: (cursor: string | undefined) => Promise<Page<Row>>,
): Promise<Row[]> {
  const all: Row[] = []
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await readPage(cursor)
    all.push(...items)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}
