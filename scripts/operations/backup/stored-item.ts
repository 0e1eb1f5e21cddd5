import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { PUBLICATION } from '#functions/data/keys.ts'
import { tableShape } from '#functions/data/table/table-shape.ts'

/** An item with DynamoDB's types: long numbers, sets and bytes stay what they are. */
export type StoredItem = Record<string, AttributeValue>

/** Formats an item as one line of DynamoDB's typed JSON, bytes as base64. */
export function formatItem(item: StoredItem): string {
  return JSON.stringify(item, function (this: Record<string, unknown>, key, value: unknown) {
    // JSON.stringify has already turned a Buffer into a list of numbers; its holder still has the bytes.
    const raw = this[key]
    return raw instanceof Uint8Array ? toBase64(raw) : value
  })
}

/**
 * Parses a line of {@link formatItem}, also inside a larger value. An attribute named B holds an object, never text.
 */
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

/** Picks the key of an item. */
export function itemKey({ [tableShape.partitionKey]: pk, [tableShape.sortKey]: sk }: StoredItem): StoredItem {
  if (!pk || !sk) throw new Error("Un élément n'a pas de clé")
  return { [tableShape.partitionKey]: pk, [tableShape.sortKey]: sk }
}

/**
 * Recognises the state of the publication, which is no part of a backup: it says what the site's bucket holds, and the
 * publisher writes it whenever the table changes.
 */
export function isOfPublication(item: StoredItem): boolean {
  return item[tableShape.partitionKey]?.S === PUBLICATION
}

/**
 * Recognises items that DynamoDB may have deleted by their time to live at `now`. They are neither restored nor
 * compared.
 */
export function isExpired(item: StoredItem, now: Date): boolean {
  const seconds = item[tableShape.timeToLive]?.N
  return seconds !== undefined && Number(seconds) * 1000 <= now.getTime()
}
