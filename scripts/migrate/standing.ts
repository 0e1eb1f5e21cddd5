import { type BlockedEmail, createBlockedEmails } from '#functions/data/blocked.ts'
import type { Table } from '#functions/data/client.ts'
import { userKey } from '#functions/data/keys.ts'
import { readBatch } from '#functions/data/read.ts'
import { parseUser } from '#functions/data/user-item.ts'
import type { User } from '#shared/entities/user.ts'
import type { Standing } from './profiles.ts'
import type { MigrationPool } from './user-pool.ts'

/** DynamoDB reads at most 100 items a batch, and the repositories list at most 100 a page. */
const READ_SIZE = 100

/** What stands on the new site: all accounts and blocks, and the profiles at some addresses. */
export async function readStanding(
  table: Table,
  pool: MigrationPool,
  emails: readonly string[],
): Promise<Standing> {
  const [accounts, blocks] = await Promise.all([pool.listAccounts(), readBlocks(table)])
  const subs = [...new Set(emails)].flatMap((email) => accounts.get(email)?.sub ?? [])
  return { accounts, blocks, profiles: await readProfiles(table, subs) }
}

async function readProfiles(table: Table, subs: readonly string[]): Promise<Map<string, User>> {
  const profiles = new Map<string, User>()
  for (let start = 0; start < subs.length; start += READ_SIZE) {
    const keys = subs.slice(start, start + READ_SIZE).map(userKey)
    for (const item of await readBatch(table, keys, { ConsistentRead: true })) {
      const user = parseUser(item)
      profiles.set(user.id, user)
    }
  }
  return profiles
}

async function readBlocks(table: Table): Promise<Map<string, BlockedEmail>> {
  const blocked = createBlockedEmails(table)
  const blocks = new Map<string, BlockedEmail>()
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await blocked.list({ limit: READ_SIZE, cursor })
    for (const block of items) blocks.set(block.email, block)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return blocks
}
