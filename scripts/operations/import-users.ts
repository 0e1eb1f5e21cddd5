import * as v from 'valibot'
import { type CsvFormat, type CsvLine, lineFaults, readCsv, writeCsv } from '#functions/admin/import/csv.ts'
import { parseFlag } from '#functions/admin/import/line-input.ts'
import type { LineReport } from '#functions/admin/import/plan.ts'
import { auditEntry, SYSTEM } from '#functions/data/audit.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import type { Table } from '#functions/data/table/client.ts'
import { readAll } from '#functions/data/table/query.ts'
import { createUsers } from '#functions/data/users.ts'
import { signInsFrom } from '#shared/domain/accounts/sign-in.ts'
import { importMessages } from '#shared/domain/csv/resource-csv.ts'
import { LastDay } from '#shared/domain/days/last-day.ts'
import { isPremiumNow } from '#shared/domain/premium/premium.ts'
import { Email, requiredText } from '#shared/entities/fields.ts'
import { newProfile, Payment, type User } from '#shared/entities/user.ts'
import {
  createAccount,
  disableAccount,
  listAccounts,
  type PoolAccount,
  setUnknownPassword,
  takeOverAccount,
} from './accounts.ts'
import type { UserPool } from './stage-access.ts'

const userFormat = {
  columns: [
    'email',
    'createdAt',
    'isPremium',
    'premiumUntil',
    'paymentAmount',
    'paymentMeans',
    'paymentReference',
    'isAdmin',
    'blockedReason',
    'blockedAt',
  ],
  required: ['email', 'createdAt', 'isPremium'],
  maxLines: 1_000_000,
} as const satisfies CsvFormat<string>
type UserColumn = (typeof userFormat.columns)[number]

const texts = {
  instant: 'Cette date doit être écrite comme 2026-03-01T10:00:00Z',
  end: 'Cette fin doit être un jour (2026-07-10), un instant (2026-07-10T23:00:00Z) ou rien',
  longAddress: 'Cognito ne prend pas une adresse aussi longue',
  doubled: (line: number) => `Même adresse que la ligne ${line}`,
  noAccount: "Une ligne sans createdAt ne sert qu'à bloquer une adresse : il y manque blockedReason",
  owner: 'Adresse de propriétaire : son compte se crée par npm run create-owner',
  protected: 'Un administrateur ne peut pas être bloqué',
  blockedHere: "Cette adresse est bloquée ici : débloquez-la dans l'administration, puis relancez",
  disabledHere:
    'Un compte désactivé est à cette adresse, sans doute en cours de suppression : relancez demain',
  takenMeanwhile: "Un compte vient d'être ouvert à cette adresse : relancez la commande",
  lacksPremium:
    "Un compte s'est inscrit ici à cette adresse, sans Premium : après vérification, donnez-le dans l'administration",
} as const

const Instant = v.pipe(
  v.string(),
  v.isoTimestamp(texts.instant),
  v.transform((text) => new Date(text).toISOString()),
)

/** Reads a last day, or the instant at which it is over. */
const End = v.pipe(
  v.string(),
  v.check((text) => v.is(LastDay, text), texts.end),
  LastDay,
)

const UserInput = v.pipe(
  v.object({
    email: v.pipe(Email, v.maxLength(128, texts.longAddress)),
    /** Null: no account is created, and the address is only blocked. */
    createdAt: v.nullable(Instant),
    isPremium: v.boolean(importMessages.flag),
    premiumUntil: v.nullable(End),
    payment: v.nullable(Payment),
    isAdmin: v.boolean(importMessages.flag),
    blockedReason: v.nullable(requiredText(500)),
    blockedAt: v.nullable(Instant),
  }),
  v.forward(
    v.check(({ createdAt, blockedReason }) => createdAt !== null || blockedReason !== null, texts.noAccount),
    ['createdAt'],
  ),
)
type UserInput = v.InferOutput<typeof UserInput>

function parseUserLine({ cells }: CsvLine<UserColumn>) {
  const { paymentAmount, paymentMeans, paymentReference = '', ...cell } = cells
  return v.safeParse(UserInput, {
    email: cell.email,
    createdAt: cell.createdAt || null,
    isPremium: parseFlag(cell.isPremium ?? ''),
    premiumUntil: cell.premiumUntil || null,
    payment: paymentAmount
      ? {
          amount: Number(paymentAmount.replace(',', '.')),
          means: paymentMeans,
          reference: paymentReference,
        }
      : null,
    isAdmin: parseFlag(cell.isAdmin ?? ''),
    blockedReason: cell.blockedReason || null,
    blockedAt: cell.blockedAt || null,
  })
}

type ImportUsersDeps = { table: Table; pool: UserPool; owners: readonly string[]; now: () => Date }

type Outcome = 'created' | 'unchanged' | { refused: string }

/**
 * Passwords are random and unknown: each person sets one with a code that is mailed to them. Accounts that exist change
 * nothing, so that a file may be imported again; an interrupted run is finished by the next. Several calls to Cognito
 * and one transaction for each new account.
 * @throws DomainError INVALID_REQUEST when it is not such a file
 */
export async function importUsers(
  deps: ImportUsersDeps,
  csv: string,
  { isDryRun, onProgress }: { isDryRun: boolean; onProgress: (lines: number) => void },
): Promise<LineReport[]> {
  const lines = readCsv(csv, userFormat)
  const accounts = await listAccounts(deps.pool)
  const reports: LineReport[] = []
  const lineByEmail = new Map<string, number>()
  const refuse = (line: number, errors: LineReport['errors']) =>
    reports.push({ line, outcome: 'refused', errors })
  for (const row of lines) {
    const { line } = row
    const { success, output: user, issues } = parseUserLine(row)
    const earlier = success ? lineByEmail.get(user.email) : undefined
    if (!success) refuse(line, lineFaults(issues))
    else if (earlier !== undefined) refuse(line, [{ path: 'email', message: texts.doubled(earlier) }])
    else {
      lineByEmail.set(user.email, line)
      const outcome = await importUser(deps, user, accounts.get(user.email) ?? null, isDryRun)
      if (typeof outcome === 'string') reports.push({ line, outcome, errors: [] })
      else refuse(line, [{ path: 'email', message: outcome.refused }])
    }
    onProgress(1)
  }
  return reports
}

async function importUser(
  deps: ImportUsersDeps,
  input: UserInput,
  account: PoolAccount | null,
  isDryRun: boolean,
): Promise<Outcome> {
  const { table, pool, owners, now } = deps
  const { email, createdAt, blockedReason } = input
  const users = createUsers(table)
  const profile = account && (await users.find(account.sub))
  const block = await createBlockedEmails(table).find(email)
  if (owners.includes(email)) return profile?.isAdmin ? 'unchanged' : { refused: texts.owner }
  if (blockedReason !== null && (profile?.isAdmin || input.isAdmin)) return { refused: texts.protected }
  if (createdAt === null) {
    if (block) return 'unchanged'
    if (!isDryRun) await blockAddress(deps, input)
    return 'created'
  }
  // A person who signs up here has no account of exactly this age.
  const isImported = profile?.createdAt === createdAt
  const isUntouched = isImported && profile.updatedAt === createdAt
  if (isImported && !account?.isUnused && !(isUntouched && blockedReason !== null && !block))
    return 'unchanged'
  if (block && !isImported) return profile ? 'unchanged' : { refused: texts.blockedHere }
  const isStray = profile !== null && account?.isUnused === true && !profile.isAdmin
  if (profile && !isImported && !isStray)
    return input.isPremium && !isPremiumNow(profile, now()) ? { refused: texts.lacksPremium } : 'unchanged'
  if (account && !account.isEnabled && !profile) return { refused: texts.disabledHere }
  if (isDryRun) return 'created'

  const sub = account?.sub ?? (await createAccount(pool, email, 'silently'))
  if (sub === null) return { refused: texts.takenMeanwhile }
  // An interrupted sign-up: the person who made it may hold its password and tokens.
  const isSignUp = account !== null && !account.isUnused && profile === null
  if (isSignUp) await takeOverAccount(pool, email)
  // The daily reconciliation may have given the account of an interrupted import a free profile.
  if (profile && !isImported) await users.removeProfile(profile)
  if (!isImported) {
    const user: User = {
      ...newProfile(sub, email, new Date(createdAt)),
      isPremium: input.isPremium,
      premiumUntil: input.isPremium ? input.premiumUntil : null,
      payment: input.payment,
      isAdmin: input.isAdmin,
      signInsFrom: isSignUp ? signInsFrom(now()) : null,
    }
    const { isPremium, premiumUntil, isAdmin } = user
    const after = { isPremium, premiumUntil, isAdmin, createdAt }
    const entry = auditEntry(SYSTEM, now(), { action: 'CREATE_USER', target: email, before: null, after })
    if ((await users.createProfile(user, entry)) === 'conflict') return { refused: texts.takenMeanwhile }
  }
  if (blockedReason !== null && !block) await blockAddress(deps, input)
  // The password comes last: without it the account cannot be entered, and the next run finishes an interrupted
  // import.
  if (!isSignUp) await setUnknownPassword(pool, email)
  return 'created'
}

async function blockAddress({ table, pool, now }: ImportUsersDeps, input: UserInput): Promise<void> {
  const { email, blockedReason: reason } = input
  const account = await createUsers(table).findByEmail(email)
  const blockedAt = input.blockedAt ?? now().toISOString()
  const entry = auditEntry(SYSTEM, now(), {
    action: 'CREATE_BLOCK',
    target: email,
    before: null,
    after: { reason, blockedAt, hasAccount: account !== null },
  })
  const block = { email, reason: reason ?? '', blockedAt, blockedBy: 'SYSTEM' }
  await createBlockedEmails(table).block(account?.id ?? null, block, entry)
  if (account) await disableAccount(pool, email)
}

/** Accounts newest first. */
export async function exportUsers(table: Table): Promise<string> {
  const [users, blocked] = [createUsers(table), createBlockedEmails(table)]
  const rows: Partial<Record<UserColumn, unknown>>[] = []
  const addUser = ({ payment, ...user }: Pick<User, 'payment'>, block?: object) =>
    rows.push({
      ...user,
      paymentAmount: payment?.amount,
      paymentMeans: payment?.means,
      paymentReference: payment?.reference,
      ...block,
    })
  for (const user of await readAll((cursor) => users.listNewest({ limit: 100, cursor }))) addUser(user)
  const blocks = await readAll((cursor) => blocked.list({ limit: 100, cursor }))
  for (const { email, reason, blockedAt } of blocks) {
    const profile = await users.findByEmail(email)
    const block = { email, blockedReason: reason, blockedAt }
    if (profile) addUser(profile, block)
    else rows.push({ isPremium: false, ...block })
  }
  return writeCsv(userFormat.columns, rows)
}
