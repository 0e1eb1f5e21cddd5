import { isDeepStrictEqual } from 'node:util'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { StoredItem } from '#functions/data/table/table-shape.ts'
import type { Site } from '#functions/test-support/site.ts'
import { COUNTS } from '#functions/test-support/stopped-calls.ts'
import { readItems } from '#functions/test-support/table.ts'
import type { Account } from '#scripts/local/users/accounts.ts'

export type SiteState = {
  items: ReadonlyMap<string, StoredItem>
  accounts: ReadonlyMap<string, Account>
}

export async function readState({ store, userPool }: Site): Promise<SiteState> {
  const items = await readItems(store.table)
  return {
    items: new Map(items.map((item) => [`${item.pk} ${item.sk}`, item])),
    accounts: new Map(userPool.accounts.list().map((account) => [`account ${account.id}`, account])),
  }
}

const BATCH_SIZE = 25

export async function putBack({ store, userPool }: Site, before: SiteState, after: SiteState): Promise<void> {
  const { client, name } = store.table
  const writes = changedKeys(before.items, after.items).map((key) => {
    const [Item, { pk, sk } = {}] = [before.items.get(key), after.items.get(key)]
    return Item ? { PutRequest: { Item } } : { DeleteRequest: { Key: { pk, sk } } }
  })
  for (let from = 0; from < writes.length; from += BATCH_SIZE)
    await client.send(
      new BatchWriteCommand({ RequestItems: { [name]: writes.slice(from, from + BATCH_SIZE) } }),
    )
  for (const key of changedKeys(before.accounts, after.accounts)) {
    const account = before.accounts.get(key)
    if (account) userPool.accounts.save(account)
    else userPool.accounts.delete(after.accounts.get(key)?.id ?? '')
  }
}

/** Ids and digests, unlike names of actions. */
const GENERATED = /(?<![\w-]|"action":")[\w-]{20,}/g
/** Attributes of a card that repeat the end of its code. */
const GENERATED_FIELDS = ['ending', 'searchText']

/**
 * Without counts of calls and generated values: the same for each run of a call on the same state, while the clock
 * stands still.
 */
export function differences(before: SiteState, after: SiteState): string[] {
  const lines = [
    ...changedKeys(before.items, after.items).map((key) => [key, after.items.get(key)] as const),
    ...changedKeys(before.accounts, after.accounts).map((key) => [key, after.accounts.get(key)] as const),
  ]
  return lines
    .filter(([key]) => !COUNTS.some((kind) => key.startsWith(`${kind}#`)))
    .map(([key, value]) => `${key}: ${JSON.stringify(value ?? null, plain)}`.replace(GENERATED, '…'))
    .toSorted()
}

function changedKeys<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): string[] {
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].filter((key) => !isDeepStrictEqual(before.get(key), after.get(key)))
}

/** The emulator gives the attributes of an item in any order. */
function plain(_: string, value: unknown): unknown {
  if (value instanceof Set) return [...(value as Set<string>)].toSorted()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value).filter(([name]) => !GENERATED_FIELDS.includes(name))
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
