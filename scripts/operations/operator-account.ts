import { auditEntry, SYSTEM } from '#functions/data/audit.ts'
import { type BlockedEmails, createBlockedEmails } from '#functions/data/blocked.ts'
import { createUsers, type Users } from '#functions/data/users.ts'
import type { StageName } from '#infra/stages.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import { deleteAccount, ensureAccount, findAccount, inviteAgain, type NewAccount } from './pool-accounts.ts'
import { openStagePool, openStageTable, type UserPool } from './stage-access.ts'

type AccountStores = {
  pool: UserPool
  users: Pick<Users, 'find' | 'createByOperator' | 'removeProfile'>
  blocked: Pick<BlockedEmails, 'find'>
}

/** An account that only an operator creates: an owner's or the probe's. */
export type OperatorAccount = NewAccount & {
  action: 'CREATE_OWNER' | 'CREATE_USER'
  /** Rights that no profile has by signing up. */
  rights: Partial<Pick<User, 'isAdmin' | 'isPremium' | 'premiumUntil'>>
}

/** The next step for an account, by what is stored at its address. */
export type Plan =
  | { kind: 'create' }
  /** An account that was never used and has no profile yet. */
  | { kind: 'finish' }
  /** An account of unknown origin, and its profile if it has one. */
  | { kind: 'replace'; profile: User | null }
  /** The account has its rights already. */
  | { kind: 'keep'; isUnused: boolean }

export async function openAccountStores(stage: StageName): Promise<AccountStores> {
  const pool = await openStagePool(stage)
  const table = await openStageTable(stage)
  return { pool, users: createUsers(table), blocked: createBlockedEmails(table) }
}

/** @throws Error when the address is blocked: the account could not sign in */
export async function planAccount(
  { pool, users, blocked }: AccountStores,
  { email, rights }: OperatorAccount,
): Promise<Plan> {
  if (await blocked.find(email))
    throw new Error(`${email} est bloquée : ce compte ne pourrait pas se connecter.
Débloquez d'abord l'adresse (administration, 'Utilisateurs Bloqués' > 'Débloquer'), puis relancez la commande.`)
  const account = await findAccount(pool, email)
  if (!account) return { kind: 'create' }
  const { isUnused } = account
  const profile = await users.find(account.sub)
  if (profile && Object.entries(rights).every(([name, value]) => profile[name as keyof User] === value))
    return { kind: 'keep', isUnused }
  return profile || !isUnused ? { kind: 'replace', profile } : { kind: 'finish' }
}

type Outcome = 'created' | 'invited again' | 'unchanged'

/**
 * Creates an account with its rights, or finishes an interrupted creation. An account of unknown origin at the address
 * is replaced, since sign-up asks for no proof of an address: the new one has another `sub`, so that passwords and
 * tokens of the old one are void.
 * @throws Error as {@link planAccount} does
 */
export async function createOperatorAccount(
  stores: AccountStores,
  account: OperatorAccount,
  now: Date,
): Promise<Outcome> {
  const { pool, users } = stores
  const { email, password, action, rights } = account
  const plan = await planAccount(stores, account)
  if (plan.kind === 'keep') {
    const isForgotten = plan.isUnused && password === null
    if (isForgotten) await inviteAgain(pool, email)
    else await ensureAccount(pool, account)
    return isForgotten ? 'invited again' : 'unchanged'
  }
  const profile = plan.kind === 'replace' ? plan.profile : null
  if (profile) await users.removeProfile(profile)
  if (plan.kind === 'replace') await deleteAccount(pool, email)
  const id = await ensureAccount(pool, account)
  const names = Object.keys(rights) as (keyof typeof rights)[]
  const before = profile && Object.fromEntries(names.map((name) => [name, profile[name]]))
  const entry = auditEntry(SYSTEM, now, { action, target: email, before, after: rights })
  const result = await users.createByOperator({ ...newProfile(id, email, now), ...rights }, entry)
  return result === 'written' ? 'created' : 'unchanged'
}
