import * as v from 'valibot'
import type { listAudit as route, WatchedAccount } from '#shared/contract/admin/security.ts'
import type { Parsed } from '#shared/contract/define-route.ts'
import { conspicuousness, type JudgedDay } from '#shared/domain/accounts/lease.ts'
import { LastDay } from '#shared/domain/days/last-day.ts'
import { daysBefore, endOfDay, moroccanDay, startOfDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { WatchedFigures } from '#shared/entities/account-day.ts'
import {
  type ActivityItem,
  type ActorActivity,
  type AuditEntry,
  type AuditItem,
  type AuditValues,
  actorLabel,
  isLegitimateActor,
} from '#shared/entities/audit-entry.ts'
import type { Copy } from '#shared/entities/copy.ts'
import { Day, Email, normalizeEmail } from '#shared/entities/fields.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../../data/audit.ts'
import type { Deps } from '../../http/use-case.ts'

export async function listAudit(
  { audit, refusals }: Pick<Deps, 'audit' | 'refusals'>,
  query: Parsed<typeof route.query>,
) {
  const { actor, target, from, to, ...rest } = query
  const { items, nextCursor } = await audit.listNewest({
    ...rest,
    actor: asStored(actor),
    target: asStored(target),
    from: from === undefined ? from : beginning(from),
    to: to === undefined ? to : end(to),
  })
  return { items: (await refusals.show(items)).map(auditView), nextCursor }
}

const asStored = (text: string) => (v.is(Email, text) ? normalizeEmail(text) : text)

const beginning = (time: string) => (v.is(Day, time) ? startOfDay(time) : new Date(time))

const end = (time: string) => (v.is(Day, time) ? new Date(endOfDay(time).getTime() - 1) : new Date(time))

function auditView({ actor, action, target, before, after, ...entry }: AuditEntry): AuditItem {
  return {
    ...entry,
    adminEmail: actorLabel(actor),
    actionType: action,
    targetEmail: target,
    oldValues: shownValues(before),
    newValues: shownValues(after),
  }
}

/** Shows the last day of Premium, where earlier versions logged the instant after it. */
function shownValues(values: AuditValues): AuditValues {
  const lastDay = v.safeParse(LastDay, values?.premiumUntil)
  return lastDay.success ? { ...values, premiumUntil: lastDay.output } : values
}

export function activityView(
  { actor, count, first, last }: ActorActivity,
  owners: readonly string[],
): ActivityItem {
  return {
    adminEmail: actorLabel(actor),
    actionCount: count,
    firstAction: first,
    lastAction: last,
    isLegitimateAdmin: isLegitimateActor(actor, owners),
  }
}

type WatchDeps = Pick<Deps, 'accountDays' | 'users' | 'owners' | 'clock'> & {
  thresholds: WatchedFigures
  probeEmail: string | undefined
}

const MAX_ACCOUNTS = 50
const MAX_WATCHED_DAYS = 500

/** Returns the accounts with a day that stands out among the last `days`, the most conspicuous first. */
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

/** The audit entry is written before the answer, so that every look-up is logged. @throws DomainError CODE_UNKNOWN */
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
