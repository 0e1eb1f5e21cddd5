import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { attempt } from './attempt.ts'
import type { Table } from './client.ts'

/**
 * Parses an item as it came from the table.
 * @throws Error naming the item's faults, not its values, when it does not have the shape that the code relies on
 */
export function parseItem<S extends v.GenericSchema>(schema: S, item: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, item)
  if (parsed.success) return parsed.output
  const faults = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.type}`).join(', ')
  throw new Error(`An item of the table has an unexpected shape (${faults})`)
}

type Query = Omit<QueryCommandInput, 'TableName'>

/** One page of a query. */
export async function queryPage({ client, name }: Table, query: Query) {
  const { Items = [], LastEvaluatedKey } = await attempt(() =>
    client.send(new QueryCommand({ TableName: name, ...query })),
  )
  return { items: Items, lastKey: LastEvaluatedKey }
}

/** A whole list, for lists that are small by nature: one round trip up to a megabyte. */
export async function queryAll(table: Table, query: Query): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = []
  let from: Query['ExclusiveStartKey']
  do {
    const { items, lastKey } = await queryPage(table, { ...query, ExclusiveStartKey: from })
    all.push(...items)
    from = lastKey
  } while (from)
  return all
}
