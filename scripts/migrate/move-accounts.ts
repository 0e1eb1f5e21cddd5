import { addressLookup } from '#functions/data/addresses.ts'
import { auditEntry, SYSTEM } from '#functions/data/audit-entry.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import type { Table } from '#functions/data/client.ts'
import { readOne } from '#functions/data/read.ts'
import { createUsers } from '#functions/data/users.ts'
import { grantPremium, type Offer } from '#shared/domain/premium.ts'
import { signInsFrom } from '#shared/domain/sign-in.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import type { BlockWork } from './blocks.ts'
import { atOnce, oneByOne } from './pace.ts'
import type { AccountWork, MovedAccount } from './profiles.ts'
import type { Creation, MigrationPool } from './user-pool.ts'

// The order makes every broken run one that the next finishes. First all accounts with their profiles, which nobody can
// enter as long as their passwords are not set; then the blocks; and only then the passwords, that is the way in by code.

export type AccountDeps = {
  table: Table
  pool: MigrationPool
  offer: Offer
  /** Last day of moved Premium, YYYY-MM-DD; null: as the offer says. */
  premiumUntil: string | null
  now: () => Date
}

/** Hears how much is done. */
export type Progress = (done: number) => void

const CALLS_AT_ONCE = 4

/** Premium as a moved account gets it (decision D30). */
function movedPremium({ offer, premiumUntil }: Pick<AccountDeps, 'offer' | 'premiumUntil'>, now: Date) {
  const free = { isPremium: false, premiumUntil: null, payment: null }
  return grantPremium(free, { until: premiumUntil ?? undefined }, offer, now)
}

/**
 * Makes the accounts with their profiles. Those that somebody signs up for meanwhile are left out.
 * @returns the `sub` of each account that still needs its password, and the addresses that Cognito takes for none
 */
export async function makeAccounts(
  deps: AccountDeps,
  works: readonly AccountWork[],
  progress: Progress,
): Promise<{ toOpen: string[]; refused: string[] }> {
  const toOpen: string[] = []
  const refused: string[] = []
  // Each profile counts on the same few items, where transactions side by side would only collide.
  const inTurn = oneByOne()
  let done = 0
  await atOnce(CALLS_AT_ONCE, works, async (work) => {
    const ready = await readyAccount(deps, work)
    if (ready.outcome === 'refused') refused.push(work.account.email)
    if (ready.outcome === 'made') {
      if (work.step !== 'open') await inTurn(() => makeProfile(deps, work, ready.sub))
      if (work.step !== 'take-over') toOpen.push(ready.sub)
    }
    done += 1
    progress(done)
  })
  return { toOpen, refused }
}

/** The account that a profile is made for. */
async function readyAccount({ pool }: AccountDeps, work: AccountWork): Promise<Creation> {
  if (work.step === 'create') return pool.create(work.account.email)
  if (work.step === 'take-over') await pool.takeOver(work.sub)
  return { outcome: 'made', sub: work.sub }
}

async function makeProfile(deps: AccountDeps, work: AccountWork, sub: string): Promise<void> {
  const now = deps.now()
  const users = createUsers(deps.table)
  const profile = profileOf(deps, work.account, sub, now)
  // Access tokens of the broken sign-up hold for an hour: to the site they are over at once.
  const user = work.step === 'take-over' ? { ...profile, signInsFrom: signInsFrom(now) } : profile
  if (work.step === 'add-profile' && work.stray) await users.removeProfile(work.stray)
  const { isPremium, premiumUntil, isAdmin, createdAt, email } = user
  const entry = auditEntry(SYSTEM, now, {
    action: 'CREATE_USER',
    target: email,
    before: null,
    after: { isPremium, premiumUntil, isAdmin, createdAt, movedFrom: work.account.oldId },
  })
  await users.createProfile(user, entry)
}

function profileOf(deps: AccountDeps, account: MovedAccount, sub: string, now: Date): User {
  return {
    ...newProfile(sub, account.email, new Date(account.createdAt)),
    ...(account.isPremium && movedPremium(deps, now)),
    isAdmin: account.isAdmin,
  }
}

/** Blocks addresses, with the accounts that stand there, and keeps those from signing in. */
export async function blockAddresses(
  { table, pool, now }: Pick<AccountDeps, 'table' | 'pool' | 'now'>,
  works: readonly BlockWork[],
  progress: Progress,
): Promise<void> {
  const blocked = createBlockedEmails(table)
  for (const [index, work] of works.entries()) {
    if (work.step === 'disable') await pool.disable(work.sub)
    else {
      const { email, reason, blockedAt, blockedBy } = work.block
      const account = await readOne(table, addressLookup(email))
      const entry = auditEntry(SYSTEM, now(), {
        action: 'CREATE_BLOCK',
        target: email,
        before: null,
        after: { reason, blockedAt, blockedBy, hasAccount: account !== null },
      })
      if ((await blocked.block(account, work.block, entry)) && account) await pool.disable(account.id)
    }
    progress(index + 1)
  }
}

/** Gives accounts passwords that nobody knows, so that each can be entered by the code of a forgotten one. */
export async function openAccounts(
  { pool }: Pick<AccountDeps, 'pool'>,
  subs: readonly string[],
  progress: Progress,
): Promise<void> {
  let done = 0
  await atOnce(CALLS_AT_ONCE, subs, async (sub) => {
    await pool.setUnknownPassword(sub)
    done += 1
    progress(done)
  })
}
