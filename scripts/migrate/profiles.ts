import * as v from 'valibot'
import type { BlockedEmail } from '#functions/data/blocked.ts'
import { isPremiumNow } from '#shared/domain/premium.ts'
import { Email } from '#shared/entities/fields.ts'
import type { User } from '#shared/entities/user.ts'
import { OldFlag, OldInstant, OldText, readCells } from './cells.ts'
import { type Fate, firstPlaces, type Line, left, there } from './line.ts'
import { migrateMessages as texts } from './messages.ts'
import type { OldRow } from './old-tables.ts'
import type { PoolAccount } from './user-pool.ts'

/** Cognito takes no longer name of an account. */
const LONGEST_NAME = 128

const OldProfile = v.object({
  id: OldText,
  email: v.pipe(OldText, Email, v.maxLength(LONGEST_NAME, texts.refusedByCognito)),
  is_premium: OldFlag,
  is_admin: OldFlag,
  created_at: OldInstant,
})
type OldProfile = v.InferOutput<typeof OldProfile>

/** An account as it is to be on the new site. */
export type MovedAccount = {
  email: string
  isPremium: boolean
  isAdmin: boolean
  createdAt: string
  /** The old site's id of the account. */
  oldId: string
}

/** What is left to do for an account. */
export type AccountWork = { account: MovedAccount } & (
  | { step: 'create' }
  /** A run that broke off has made the Cognito account; `stray` is a free profile that the reconciliation gave it. */
  | { step: 'add-profile'; sub: string; stray: User | null }
  /** A sign-up that broke off: whoever made it may hold its password and tokens. */
  | { step: 'take-over'; sub: string }
  /** Only the password, without which no code can be asked for, is missing. */
  | { step: 'open'; sub: string }
)

export type Standing = {
  accounts: ReadonlyMap<string, PoolAccount>
  /** By `sub`. */
  profiles: ReadonlyMap<string, User>
  blocks: ReadonlyMap<string, BlockedEmail>
}

export type ProfileRules = {
  owners: readonly string[]
  /** Addresses that stay admins. */
  admins: readonly string[]
  /** Addresses that Cognito has refused. */
  refused: ReadonlySet<string>
  /** Addresses whose block cannot be moved: their accounts must not be open here. */
  faultyBlocks: ReadonlySet<string>
  now: Date
}

/** Says what becomes of each account of the old site. */
export function planProfiles(
  rows: readonly OldRow[],
  standing: Standing,
  rules: ProfileRules,
): Line<AccountWork>[] {
  const claim = firstPlaces()
  return rows.map(({ place, cells }) => {
    const read = readCells(OldProfile, cells)
    if ('reasons' in read)
      return {
        place,
        label: typeof cells.email === 'string' ? cells.email : '',
        notes: [],
        ...left(...read.reasons),
      }
    const { email } = read.cells
    const earlier = claim(email, place)
    const isKeptAdmin = read.cells.is_admin && rules.admins.includes(email)
    const fate = earlier === null ? fateOf(read.cells, standing, rules) : left(texts.sameAddress(earlier))
    const losesAdmin = fate.fate === 'move' && read.cells.is_admin && !isKeptAdmin
    return { place, label: email, notes: losesAdmin ? [texts.adminNotMoved] : [], ...fate }
  })
}

function fateOf(row: OldProfile, standing: Standing, rules: ProfileRules): Fate<AccountWork> {
  const { email } = row
  const found = standing.accounts.get(email)
  const profile = found ? (standing.profiles.get(found.sub) ?? null) : null
  if (rules.owners.includes(email)) return profile?.isAdmin ? there : left(texts.owner)
  if (rules.faultyBlocks.has(email)) return left(texts.blockHasFault)
  if (rules.refused.has(email)) return left(texts.refusedByCognito)
  const account = movedAccount(row, rules)
  if (!found) return standing.blocks.has(email) ? left(texts.blockedHere) : move({ account, step: 'create' })
  if (profile) return fateOfExisting(account, found, profile, rules.now)
  if (standing.blocks.has(email)) return left(texts.blockedHere)
  if (!found.enabled) return left(texts.disabledHere)
  return found.isUnused
    ? move({ account, step: 'add-profile', sub: found.sub, stray: null })
    : move({ account, step: 'take-over', sub: found.sub })
}

function fateOfExisting(
  account: MovedAccount,
  { sub, isUnused }: PoolAccount,
  profile: User,
  now: Date,
): Fate<AccountWork> {
  // By the age of the account we know our own: nobody who signs up here is as old to the millisecond.
  if (profile.createdAt === account.createdAt) return isUnused ? move({ account, step: 'open', sub }) : there
  if (isUnused && !profile.isAdmin && profile.blockedAt === null)
    return move({ account, step: 'add-profile', sub, stray: profile })
  const lacks = [
    ...(account.isPremium && !isPremiumNow(profile, now) ? [texts.lacksPremium] : []),
    ...(account.isAdmin && !profile.isAdmin ? [texts.lacksAdmin] : []),
  ]
  return lacks.length > 0 ? left(...lacks) : there
}

function movedAccount({ id, email, ...row }: OldProfile, { admins }: ProfileRules): MovedAccount {
  return {
    email,
    isPremium: row.is_premium,
    isAdmin: row.is_admin && admins.includes(email),
    createdAt: row.created_at,
    oldId: id,
  }
}

const move = (work: AccountWork) => ({ fate: 'move', work }) as const

/** Whether a row says that its account was an admin's. */
export function isAdmin(cells: OldRow['cells']): boolean {
  const flag = v.safeParse(OldFlag, cells.is_admin)
  return flag.success && flag.output
}
