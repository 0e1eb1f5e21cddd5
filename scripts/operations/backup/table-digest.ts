import { createHash } from 'node:crypto'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { type StoredItem, toBase64 } from './stored-table.ts'

/** Number of items, and a checksum in which their order does not matter: 64 hexadecimal digits. */
export type Digest = { items: number; checksum: string }

const MODULUS = 2n ** 256n

export class TableDigest {
  #items = 0
  #sum = 0n

  add(item: StoredItem): void {
    this.#items += 1
    this.#sum = (this.#sum + BigInt(`0x${hashItem(item)}`)) % MODULUS
  }

  get value(): Digest {
    return { items: this.#items, checksum: this.#sum.toString(16).padStart(64, '0') }
  }
}

export function isSameDigest(a: Digest, b: Digest): boolean {
  return a.items === b.items && a.checksum === b.checksum
}

/** The order of attributes and of a set's members, and how a number is written, do not count. */
export function hashItem(item: StoredItem): string {
  return createHash('sha256').update(canonicalMap(item)).digest('hex')
}

function canonicalMap(map: Record<string, AttributeValue>): string {
  const entries = Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`).join()}}`
}

function canonical(value: AttributeValue): string {
  if (value.M) return `M${canonicalMap(value.M)}`
  if (value.L) return `L[${value.L.map(canonical).join()}]`
  if (value.N !== undefined) return `N${canonicalNumber(value.N)}`
  if (value.NS) return `NS[${value.NS.map(canonicalNumber).toSorted().join()}]`
  if (value.SS) return `SS${JSON.stringify(value.SS.toSorted())}`
  if (value.B) return `B${toBase64(value.B)}`
  if (value.BS) return `BS[${value.BS.map(toBase64).toSorted().join()}]`
  // JSON has one form for texts, truth values and null.
  return JSON.stringify(value)
}

const NUMBER = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i

/** '1.50' and '15E-1' are '15e-1'. @throws Error when it is no number */
export function canonicalNumber(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  if (whole + fraction === '') throw new Error(`Ce n'est pas un nombre : ${text}`)
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  const power = Number(exponent) - fraction.length + digits.length - significant.length
  return `${sign === '-' ? '-' : ''}${significant}e${power}`
}
