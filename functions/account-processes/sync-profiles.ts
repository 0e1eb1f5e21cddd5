import type { Actor } from '#shared/entities/audit-entry.ts'
import { newProfile } from '#shared/entities/user.ts'
import { type Account, UnknownPageToken } from '../aws/user-pool.ts'
import { auditEntry } from '../data/audit.ts'
import { decodeCursor, encodeCursor, invalidCursor } from '../data/table/query.ts'
import type { Deps } from '../http/deps.ts'

type SyncDeps = Pick<Deps, 'users' | 'userPool' | 'owners' | 'clock'>

/** Cognito's own page tokens have no spaces. */
const PAGE_TOKEN = /^\S+$/

/** Limits of one call: 10 pages of 60 accounts, and no further page after so many new profiles. */
const PAGES = 10
const CREATIONS = 100

/**
 * Creates missing profiles of accounts, each with an audit entry of `actor`.
 * 1. Reads the accounts page by page, without disabled ones; only an operator creates an owner's profile.
 * 2. Finds the accounts of a page without a profile.
 * 3. Creates free profiles with the creation times of their accounts. The write itself refuses blocked addresses,
 *    accounts being deleted and profiles that were created since.
 * @param cursor the end of an earlier call
 * @throws DomainError INVALID_REQUEST when the cursor leads nowhere, TEMPORARILY_UNAVAILABLE: a repeated call goes on
 */
export async function syncProfiles(
  deps: SyncDeps,
  actor: Actor,
  cursor: string | undefined,
): Promise<{ created: number; nextCursor: string | null }> {
  let created = 0
  let pageToken = cursor === undefined ? null : decodeCursor(cursor, PAGE_TOKEN)
  for (let page = 0; page < PAGES && created < CREATIONS; page += 1) {
    const { accounts, nextPageToken } = await listPage(deps, pageToken ?? undefined)
    created += await createMissing(deps, actor, accounts)
    pageToken = nextPageToken
    if (pageToken === null) break
  }
  return { created, nextCursor: pageToken === null ? null : encodeCursor(pageToken) }
}

function listPage({ userPool }: SyncDeps, pageToken: string | undefined) {
  return userPool.listAccounts(pageToken).catch((error: unknown) => {
    throw error instanceof UnknownPageToken ? invalidCursor(error) : error
  })
}

/**
 * Creates the profiles one after the other: each write updates the actor's one counter, where concurrent writes would
 * conflict.
 */
async function createMissing(
  { users, owners, clock }: SyncDeps,
  actor: Actor,
  accounts: readonly Account[],
): Promise<number> {
  const students = new Map(
    accounts.filter(({ email }) => !owners.includes(email)).map((account) => [account.id, account]),
  )
  let created = 0
  for (const id of await users.listMissing([...students.keys()])) {
    const account = students.get(id)
    if (!account) continue
    const result = await users.createProfile(...creationOf(account, actor, clock.now()))
    if (result === 'written') created += 1
  }
  return created
}

function creationOf({ id, email, createdAt }: Account, actor: Actor, now: Date) {
  const profile = newProfile(id, email, createdAt)
  const after = { isPremium: profile.isPremium, createdAt: profile.createdAt }
  const entry = auditEntry(actor, now, { action: 'CREATE_USER', target: email, before: null, after })
  return [profile, entry] as const
}
