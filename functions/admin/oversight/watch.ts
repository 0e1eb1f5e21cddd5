import type { WatchedAccount } from '#shared/contract/admin/watch.ts'
import { conspicuousness, type JudgedDay } from '#shared/domain/accounts/watch.ts'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { WatchedFigures } from '#shared/entities/account-day.ts'
import type { Copy } from '#shared/entities/copy.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../../data/audit-entry.ts'
import type { Deps } from '../../http/deps.ts'

type WatchDeps = Pick<Deps, 'accountDays' | 'users' | 'owners' | 'clock'> & {
  thresholds: WatchedFigures
  probeEmail: string | undefined
}

/** Limit of accounts in the list. */
const MAX_ACCOUNTS = 50
/** Limit of days that are read, since some accounts stand out on many days. */
const MAX_WATCHED_DAYS = 500

/**
 * Returns the accounts with a day that stands out among the last `days`, the most conspicuous first, each with all its
 * days of that time. One query, one batch of reads of the accounts, and one query for each account.
 */
export async function listWatched(
  { accountDays, users, owners, thresholds, probeEmail, clock }: WatchDeps,
  days: number,
): Promise<{ items: WatchedAccount[] }> {
  const from = daysBefore(moroccanDay(clock.now()), days - 1)
  const ids = (await accountDays.listWatched(from, MAX_WATCHED_DAYS)).slice(0, 2 * MAX_ACCOUNTS)
  const listed = (await users.findMany(ids)).filter(
    ({ blockedAt, email }) => blockedAt === null && email !== probeEmail,
  )
  const measure = (figures: JudgedDay) => conspicuousness(figures, thresholds)
  const accounts = await Promise.all(
    listed.map(async ({ id: userId, email, isAdmin: isListedAdmin }) => {
      const figures = (await accountDays.listDays(userId, from)).map(({ standsOut: _standsOut, ...day }) => ({
        ...day,
        browsers: day.browsers.length,
      }))
      const isAdmin = isListedAdmin || owners.includes(email)
      const [worst] = figures.toSorted((a, b) => measure(b) - measure(a))
      return worst ? [{ userId, email, isAdmin, ...worst, days: figures.toReversed() }] : []
    }),
  )
  const items = accounts.flat().toSorted((a, b) => measure(b) - measure(a))
  return { items: items.slice(0, MAX_ACCOUNTS) }
}

/**
 * Returns the copy of a code. The audit entry is written before the answer, so that every look-up is logged.
 * @throws DomainError CODE_UNKNOWN
 */
export async function lookUpCopy(
  { copies, audit, clock }: Pick<Deps, 'copies' | 'audit' | 'clock'>,
  owner: User,
  code: string,
): Promise<Copy> {
  const copy = await copies.find(code)
  await audit.record(
    auditEntry(adminActor(owner), clock.now(), {
      action: 'LOOK_UP_COPY',
      target: copy?.email ?? code,
      after: { code, ...(copy && { documentId: copy.documentId, issuedAt: copy.issuedAt }) },
    }),
  )
  if (!copy) throw new DomainError('CODE_UNKNOWN')
  return copy
}
