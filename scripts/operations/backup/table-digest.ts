import { itemHash, type StoredItem } from './stored-item.ts'

/** How many items there are, and a checksum of them all that does not depend on their order: 64 hexadecimal digits. */
export type Digest = { items: number; checksum: string }

const MODULUS = 2n ** 256n

/**
 * Counts items and adds up their hashes. A sum rather than an exclusive or: an item that is there twice does not cancel
 * itself out. Any two parts of a table can be added in any order.
 */
export class TableDigest {
  #items: number
  #sum: bigint

  constructor(from: Digest = { items: 0, checksum: '0' }) {
    this.#items = from.items
    this.#sum = BigInt(`0x${from.checksum}`)
  }

  add(item: StoredItem): void {
    this.#items += 1
    this.#sum = (this.#sum + BigInt(`0x${itemHash(item)}`)) % MODULUS
  }

  get value(): Digest {
    return { items: this.#items, checksum: this.#sum.toString(16).padStart(64, '0') }
  }
}

export function isSameDigest(a: Digest, b: Digest): boolean {
  return a.items === b.items && a.checksum === b.checksum
}
