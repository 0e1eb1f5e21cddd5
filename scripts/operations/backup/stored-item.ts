import { createHash } from 'node:crypto'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'

/** An item as DynamoDB stores it, every value with its type: numbers beyond a double, sets and bytes stay what they are. */
export type StoredItem = Record<string, AttributeValue>

/** An item as one line of DynamoDB's typed JSON, bytes as base64: the form of DynamoDB's own exports. */
export function itemText(item: StoredItem): string {
  return JSON.stringify(item, function (this: Record<string, unknown>, key, value: unknown) {
    // A Buffer has turned itself into a list of numbers by now; its holder still knows it.
    const raw = this[key]
    return raw instanceof Uint8Array ? base64(raw) : value
  })
}

/** Reads what {@link itemText} writes, also within more. An attribute called B holds an object, never text: it is not mistaken. */
export function parseTyped(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (key === 'B' && typeof value === 'string') return bytes(value)
    if (key === 'BS' && Array.isArray(value)) return value.map((each) => bytes(String(each)))
    return value
  })
}

/** SHA-256 of an item's meaning: the order of attributes and of a set's members, and how a number is written, do not count. */
export function itemHash(item: StoredItem): string {
  return createHash('sha256').update(canonicalMap(item)).digest('hex')
}

function canonicalMap(map: Record<string, AttributeValue>): string {
  const entries = Object.keys(map)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(map[name] as AttributeValue)}`)
  return `{${entries.join()}}`
}

function canonical(value: AttributeValue): string {
  if (value.S !== undefined) return `S${JSON.stringify(value.S)}`
  if (value.N !== undefined) return `N${canonicalNumber(value.N)}`
  if (value.BOOL !== undefined) return `BOOL${value.BOOL}`
  if (value.NULL !== undefined) return 'NULL'
  if (value.M !== undefined) return `M${canonicalMap(value.M)}`
  if (value.L !== undefined) return `L[${value.L.map(canonical).join()}]`
  if (value.B !== undefined) return `B${base64(value.B)}`
  if (value.SS !== undefined) return `SS${members(value.SS.map((each) => JSON.stringify(each)))}`
  if (value.NS !== undefined) return `NS${members(value.NS.map(canonicalNumber))}`
  if (value.BS !== undefined) return `BS${members(value.BS.map(base64))}`
  throw new Error(`Type d'attribut inconnu : ${Object.keys(value).join()}`)
}

function members(texts: readonly string[]): string {
  return `[${texts.toSorted().join()}]`
}

const NUMBER = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i

/**
 * A decimal number, of up to 38 digits, in its one shortest form: '1.50', '15E-1' → '15e-1'.
 * @throws Error when it is none
 */
export function canonicalNumber(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  if (whole + fraction === '') throw new Error(`Ce n'est pas un nombre : ${text}`)
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  const power = Number(exponent) - fraction.length + digits.length - significant.length
  return `${sign === '-' ? '-' : ''}${significant}e${power}`
}

function base64(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
}

function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}
