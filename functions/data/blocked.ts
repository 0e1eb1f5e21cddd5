import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { attempt } from './attempt.ts'
import type { Table } from './client.ts'
import { blockedKey } from './keys.ts'
import { parseItem } from './read.ts'
import { putMany } from './write.ts'

const StoredBlock = v.object({
  email: v.string(),
  reason: v.string(),
  blockedAt: v.string(),
  /** An owner's address, or SYSTEM. */
  blockedBy: v.string(),
})

/** An address that may neither sign up nor sign in, with or without an account (decision D26). */
export type BlockedEmail = v.InferOutput<typeof StoredBlock>

export function blockedOf(table: Table) {
  const { client, name } = table

  /** The block of a normalised address, as last written. One consistent read. */
  async function find(email: string): Promise<BlockedEmail | null> {
    const { Item } = await attempt(() =>
      client.send(new GetCommand({ TableName: name, Key: blockedKey(email), ConsistentRead: true })),
    )
    return Item ? parseItem(StoredBlock, Item) : null
  }

  /** Writes blocks over whatever is there, for seeding. */
  async function putAll(blocks: readonly BlockedEmail[]): Promise<void> {
    await putMany(
      table,
      blocks.map((block) => ({ ...blockedKey(block.email), ...block })),
    )
  }

  return { find, putAll }
}

export type Blocked = ReturnType<typeof blockedOf>
