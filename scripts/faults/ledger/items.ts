import { ScanCommand, type ScanCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Table } from '#functions/data/client.ts'
import { AUDIT, type ItemKey } from '#functions/data/keys.ts'

export type Item = Record<string, unknown> & ItemKey

/** Everything that the table holds, as last written. For checking only: nothing in the product reads so. */
export function readItems(table: Table): Promise<Item[]> {
  return scan(table, {})
}

/** What changes can be about: all but the log and the search entries, which are most of the table. */
export function readSubjectMatter(table: Table): Promise<Item[]> {
  return scan(table, {
    FilterExpression: 'pk <> :log AND NOT begins_with(pk, :emails) AND NOT begins_with(pk, :words)',
    ExpressionAttributeValues: { ':log': AUDIT, ':emails': 'EMAILS#', ':words': 'WORDS#' },
  })
}

async function scan({ client, name }: Table, filter: Partial<ScanCommandInput>): Promise<Item[]> {
  const items: Item[] = []
  let from: Record<string, unknown> | undefined
  do {
    const page = await client.send(
      new ScanCommand({ TableName: name, ConsistentRead: true, ExclusiveStartKey: from, ...filter }),
    )
    items.push(...((page.Items ?? []) as Item[]))
    from = page.LastEvaluatedKey
  } while (from)
  return items
}
