import * as v from 'valibot'
import type { User } from '#shared/entities/user.ts'
import type { Table } from './client.ts'
import { addressKey } from './keys.ts'
import { type Lookup, parseItem, readOne } from './read.ts'
import type { TransactionPart } from './write.ts'

// Blocking names an address, and has one read to learn whose it is and one transaction to act. So that what that
// transaction counts is known beforehand, the address carries it; the profile's own condition says whether it is true.

const StoredAddress = v.object({
  id: v.string(),
  email: v.string(),
  isAdmin: v.boolean(),
  isPremium: v.boolean(),
  premiumUntil: v.nullable(v.string()),
  createdAt: v.string(),
})

/** The account at an address, blocked or not. */
export type AddressedAccount = v.InferOutput<typeof StoredAddress>

/** The account at a normalised address; null where there is none. */
export function addressLookup(email: string): Lookup<AddressedAccount | null> {
  return {
    key: addressKey(email),
    parse: (item) => (item ? parseItem(StoredAddress, item) : null),
  }
}

/** Accounts by their address. */
export function createAddresses(table: Table) {
  /** The account at a normalised address, blocked or not, as last written. One consistent read. */
  function findAccount(email: string): Promise<AddressedAccount | null> {
    return readOne(table, addressLookup(email))
  }

  return { findAccount }
}

export type Addresses = ReturnType<typeof createAddresses>

/** The write that makes an account known by its address, or known anew, for the transaction that changes it. */
export function putAddress({ name }: Table, user: User): TransactionPart {
  const { id, email, isAdmin, isPremium, premiumUntil, createdAt } = user
  return {
    Put: {
      TableName: name,
      Item: { ...addressKey(email), id, email, isAdmin, isPremium, premiumUntil, createdAt },
    },
  }
}

/** The write that removes an address with its account. */
export function deleteAddress({ name }: Table, email: string): TransactionPart {
  return { Delete: { TableName: name, Key: addressKey(email) } }
}

/** The condition that nobody has signed up with an address. */
export function noAccountPart({ name }: Table, email: string): TransactionPart {
  return {
    ConditionCheck: {
      TableName: name,
      Key: addressKey(email),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }
}
