import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { PUBLICATION } from '#functions/data/keys.ts'
import { tableShape } from '#functions/data/table/table-shape.ts'

/** An item as DynamoDB stores it, every value with its type: numbers beyond a double, sets and bytes stay what they are. */
export type StoredItem = Record<string, AttributeValue>

/** An item as one line of DynamoDB's typed JSON, bytes as base64: the form of DynamoDB's own exports. */
export function formatItem(item: StoredItem): string {
  return JSON.stringify(item, function (this: Record<string, unknown>, key, value: unknown) {
    // JSON.stringify has already turned a Buffer into a list of numbers; its holder still has the bytes.
    const raw = this[key]
    return raw instanceof Uint8Array ? toBase64(raw) : value
  })
}

/** Reads what {@link formatItem} writes, also inside a larger value. An attribute named B holds an object, never text. */
export function parseTyped(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (key === 'B' && typeof value === 'string') return toBytes(value)
    if (key === 'BS' && Array.isArray(value)) return value.map((each) => toBytes(String(each)))
    return value
  })
}

export function toBase64(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
}

function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

/** The key attributes of an item. */
export function itemKey({ [tableShape.partitionKey]: pk, [tableShape.sortKey]: sk }: StoredItem): StoredItem {
  if (!pk || !sk) throw new Error("Un élément n'a pas de clé")
  return { [tableShape.partitionKey]: pk, [tableShape.sortKey]: sk }
}

/**
 * Whether an item tells how the pages were last published. It is no part of a backup: it says what the site's bucket holds,
 * and the publisher writes it whenever the table changes, also while a backup is written into it.
 */
export function isOfPublication(item: StoredItem): boolean {
  return item[tableShape.partitionKey]?.S === PUBLICATION
}

/**
 * Whether DynamoDB may have deleted an item by its time to live at `now`. Such items are neither restored nor compared;
 * the repositories ignore them as well.
 */
export function isExpired(item: StoredItem, now: Date): boolean {
  const seconds = item[tableShape.timeToLive]?.N
  return seconds !== undefined && Number(seconds) * 1000 <= now.getTime()
}
