import { DescribeTableCommand, type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import * as v from 'valibot'
import type { StoredItem } from './stored-item.ts'

/** A table as an operator's script reads and writes it, with typed values. */
export type StoredTable = { client: DynamoDBClient; name: string }

const TextKey = v.record(v.string(), v.object({ S: v.string() }))

/** How far a segment is read. */
export const Position = v.variant('at', [
  v.object({ at: v.literal('start') }),
  v.object({ at: v.literal('after'), key: TextKey }),
  v.object({ at: v.literal('end') }),
])
export type Position = v.InferOutput<typeof Position>

export type Page = { segment: number; items: StoredItem[]; next: Position }

export type ScanOptions = {
  /** One for each segment; the segments are read side by side. */
  positions: readonly Position[]
  /** A segment's next page is asked for when this has ended: at most one page a segment is in memory. */
  onPage: (page: Page) => Promise<void> | void
  signal: AbortSignal
}

/**
 * Reads a whole table, page by page. Consistent reads: what was written before the scan began is in it. What is written
 * meanwhile may be or not.
 * @throws the signal's reason when asked to stop; nothing is under way any more then, nor after any other error
 */
export async function scanTable(
  table: StoredTable,
  { positions, onPage, signal }: ScanOptions,
): Promise<void> {
  // One segment that fails takes the others along, with its own reason.
  const failure = new AbortController()
  const either = AbortSignal.any([signal, failure.signal])

  async function readSegment(start: Position, segment: number): Promise<void> {
    let position = start
    while (position.at !== 'end') {
      either.throwIfAborted()
      const { Items = [], LastEvaluatedKey } = await table.client.send(
        new ScanCommand({
          TableName: table.name,
          ConsistentRead: true,
          Segment: segment,
          TotalSegments: positions.length,
          ...(position.at === 'after' && {
            ExclusiveStartKey: position.key,
          }),
        }),
      )
      position = LastEvaluatedKey ? { at: 'after', key: v.parse(TextKey, LastEvaluatedKey) } : { at: 'end' }
      await onPage({ segment, items: Items, next: position })
    }
  }
  const ends = await Promise.allSettled(
    positions.map(async (position, segment) => {
      try {
        await readSegment(position, segment)
      } catch (error) {
        failure.abort(error)
        throw error
      }
    }),
  )
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** As many segments from their beginning. */
export function fromTheStart(segments: number): Position[] {
  return Array.from({ length: segments }, () => ({ at: 'start' }))
}

/** About how many items a table holds: DynamoDB counts every six hours or so. */
export async function estimatedItems({ client, name }: StoredTable): Promise<number> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }))
  return Table?.ItemCount ?? 0
}

/** Whether a table holds nothing at all. */
export async function isEmpty({ client, name }: StoredTable): Promise<boolean> {
  const { Items = [] } = await client.send(
    new ScanCommand({ TableName: name, ConsistentRead: true, Limit: 1 }),
  )
  return Items.length === 0
}
