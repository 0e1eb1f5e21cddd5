import { randomBytes } from 'node:crypto'
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  paginateListUsers,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider'
import { auditEntry, SYSTEM } from '#functions/data/audit.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import type { Stores } from '#functions/data/stores.ts'
import { createUsers } from '#functions/data/users.ts'
import type { StageName } from '#infra/stages.ts'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import { nullAfter, openStagePool, openStageTable, type UserPool } from './stage-access.ts'

// Every function here may be repeated. Addresses are normalised.

export type PoolAccount = {
  sub: string
  isEnabled: boolean
  /**
   * True for an account that an operator created and that has never set its password: it has no tokens and gets no
   * code.
   */
  isUnused: boolean
}

type NewAccount = {
  email: string
  /** A permanent password; null: Cognito mails a temporary one. */
  password: string | null
}

/** Creates an account unless it exists, and sets its password when one is given. @returns its `sub` */
export async function ensureAccount(pool: UserPool, { email, password }: NewAccount): Promise<string> {
  const created = await createAccount(pool, email, password === null ? 'invite' : 'silently')
  const sub = created ?? (await findAccount(pool, email))?.sub
  if (sub === undefined) throw new Error(`Le compte ${email} vient de disparaître : relancez la commande.`)
  if (password !== null) await setPassword(pool, email, password)
  return sub
}

/** A silent account cannot be entered until a password is set. @returns its `sub`; null when the address is taken */
export async function createAccount(
  pool: UserPool,
  email: string,
  how: 'invite' | 'silently',
): Promise<string | null> {
  const command = new AdminCreateUserCommand({
    ...accountKey(pool, email),
    UserAttributes: [
      { Name: 'email', Value: email },
      // Without it Cognito sends no code to the address.
      { Name: 'email_verified', Value: 'true' },
    ],
    ...(how === 'invite' ? { DesiredDeliveryMediums: ['EMAIL'] } : { MessageAction: 'SUPPRESS' }),
  })
  const created = await nullAfter(['UsernameExistsException'], pool.cognito.send(command))
  return created && readSub(created.User?.Attributes)
}

async function inviteAgain(pool: UserPool, email: string): Promise<void> {
  await pool.cognito.send(
    new AdminCreateUserCommand({
      ...accountKey(pool, email),
      DesiredDeliveryMediums: ['EMAIL'],
      MessageAction: 'RESEND',
    }),
  )
}

async function setPassword(pool: UserPool, email: string, password: string) {
  const command = { ...accountKey(pool, email), Password: password, Permanent: true }
  await pool.cognito.send(new AdminSetUserPasswordCommand(command))
}

/** Sets a random, unknown password, so that only a mailed code opens the account. */
export async function setUnknownPassword(pool: UserPool, email: string): Promise<void> {
  await setPassword(pool, email, randomBytes(32).toString('base64url'))
}

/**
 * Such an account was signed up without a proof of its address: its second factor would lock out the owner of the
 * address.
 */
export async function takeOverAccount(pool: UserPool, email: string): Promise<void> {
  const account = accountKey(pool, email)
  await setUnknownPassword(pool, email)
  await pool.cognito.send(new AdminUserGlobalSignOutCommand(account))
  const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false }
  await pool.cognito.send(new AdminSetUserMFAPreferenceCommand({ ...account, SoftwareTokenMfaSettings }))
}

export async function disableAccount(pool: UserPool, email: string): Promise<void> {
  await pool.cognito.send(new AdminDisableUserCommand(accountKey(pool, email)))
}

async function deleteAccount(pool: UserPool, email: string): Promise<void> {
  await pool.cognito.send(new AdminDeleteUserCommand(accountKey(pool, email)))
}

export async function findAccount(pool: UserPool, email: string): Promise<PoolAccount | null> {
  const call = pool.cognito.send(new AdminGetUserCommand(accountKey(pool, email)))
  const found = await nullAfter(['UserNotFoundException'], call)
  return found && toPoolAccount({ ...found, Attributes: found.UserAttributes })
}

/** By address, disabled ones included. Reads 60 a call. */
export async function listAccounts({ cognito, userPoolId }: UserPool): Promise<Map<string, PoolAccount>> {
  const accounts = new Map<string, PoolAccount>()
  const pages = paginateListUsers({ client: cognito }, { UserPoolId: userPoolId, Limit: 60 })
  for await (const { Users = [] } of pages)
    for (const user of Users)
      accounts.set(normalizeEmail(findAttribute(user.Attributes, 'email') ?? ''), toPoolAccount(user))
  return accounts
}

function accountKey({ userPoolId }: UserPool, email: string) {
  return { UserPoolId: userPoolId, Username: email }
}

function toPoolAccount({ Attributes, Enabled = true, UserStatus }: UserType): PoolAccount {
  return { sub: readSub(Attributes), isEnabled: Enabled, isUnused: UserStatus === 'FORCE_CHANGE_PASSWORD' }
}

function readSub(attributes: AttributeType[] | undefined): string {
  const sub = findAttribute(attributes, 'sub')
  if (!sub) throw new Error('Cognito returned an account without a sub')
  return sub
}

function findAttribute(attributes: AttributeType[] | undefined, name: string): string | undefined {
  return attributes?.find(({ Name }) => Name === name)?.Value
}

type AccountStores = {
  pool: UserPool
  users: Pick<Stores['users'], 'find' | 'createByOperator' | 'removeProfile'>
  blocked: Pick<Stores['blocked'], 'find'>
}

export type OperatorAccount = NewAccount & {
  action: 'CREATE_OWNER' | 'CREATE_USER'
  /** Rights that no profile has by signing up. */
  rights: Partial<Pick<User, 'isAdmin' | 'isPremium' | 'premiumUntil'>>
}

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
 * Finishes an interrupted creation. An account of unknown origin is replaced, since sign-up asks for no proof of an
 * address: the new one has another `sub`, so that passwords and tokens of the old one are void.
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
