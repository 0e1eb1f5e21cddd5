import * as v from 'valibot'
import { canonicalAddress } from '#shared/domain/accounts/canonical-address.ts'
import type { BlockedEmail } from '#shared/entities/blocked-email.ts'
import { blockKind, createBlocking } from './blocking.ts'
import { BLOCKED, blockedKey, blockedMailboxKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { decodeCursor, encodeCursor, type Page, type PageQuery } from './table/cursor.ts'
import { queryPage } from './table/query.ts'
import { type Lookup, parseItem, readTogether } from './table/read.ts'
import { addressLookup } from './user-kind.ts'

const StoredMailbox = v.object({ emails: v.set(v.string()) })

/** Returns the blocked addresses of the mailbox of a normalised address. */
function mailboxLookup(email: string): Lookup<ReadonlySet<string>> {
  return {
    key: blockedMailboxKey(email),
    parse: (item) => (item ? parseItem(StoredMailbox, item).emails : new Set()),
  }
}

const EMAIL_SORT_KEY = /^[!-~]{3,254}$/

/** Reads the blocked addresses, with or without accounts, and changes them. */
export function createBlockedEmails(table: Table) {
  /**
   * Returns whether an address of the same mailbox is blocked, also one with another tag or other dots. Blocks that are
   * older than the mailbox items cover the address itself and its canonical form. One batch of consistent reads.
   */
  async function isMailboxBlocked(email: string): Promise<boolean> {
    const [emails, ...blocks] = await readTogether<[ReadonlySet<string>, ...(BlockedEmail | null)[]]>(
      table,
      mailboxLookup(email),
      blockKind.lookup(email),
      blockKind.lookup(canonicalAddress(email)),
    )
    return emails.size > 0 || blocks.some((found) => found !== null)
  }

  /**
   * Returns the block of a normalised address, the id of the account there, and the blocked addresses of its mailbox.
   * One batch of three consistent reads.
   */
  async function findWithAccount(email: string) {
    const [found, accountId, mailbox] = await readTogether(
      table,
      blockKind.lookup(email),
      addressLookup(email),
      mailboxLookup(email),
    )
    return { block: found, accountId, mailbox }
  }

  /**
   * Returns blocked addresses in alphabetical order.
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  async function list({ limit, cursor }: PageQuery): Promise<Page<BlockedEmail>> {
    const { items } = await queryPage(table, {
      partition: BLOCKED,
      // One more address than shown tells whether there is a next page.
      limit: limit + 1,
      ...(cursor !== undefined && { after: blockedKey(decodeCursor(cursor, EMAIL_SORT_KEY)) }),
    })
    const blocks = items.slice(0, limit).map(blockKind.parse)
    const last = items.length > limit ? blocks.at(-1) : undefined
    return { items: blocks, nextCursor: last ? encodeCursor(last.email) : null }
  }

  return {
    find: (email: string) => blockKind.find(table, email),
    isMailboxBlocked,
    findWithAccount,
    list,
    ...createBlocking(table),
    /** Writes blocks over existing ones, without their mailboxes, for seeding. */
    putAll: (blocks: readonly BlockedEmail[]) => blockKind.putAll(table, blocks),
  }
}

export type BlockedEmails = ReturnType<typeof createBlockedEmails>
