import * as v from 'valibot'
import type { listAudit as route } from '#shared/contract/admin/security.ts'
import type { Parsed } from '#shared/contract/route.ts'
import { LastDay } from '#shared/domain/days/last-day.ts'
import { endOfDay, startOfDay } from '#shared/domain/days/moroccan-day.ts'
import {
  type ActivityItem,
  type ActorActivity,
  type AuditEntry,
  type AuditItem,
  type AuditValues,
  actorLabel,
  isLegitimateActor,
} from '#shared/entities/audit-entry.ts'
import { Day, Email, normalizeEmail } from '#shared/entities/fields.ts'
import type { Deps } from '../../http/deps.ts'

/** Returns a page of the log, or of the entries that a search finds, newest first. */
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

/** Returns an address in its stored form, and any other text as it is. */
const asStored = (text: string) => (v.is(Email, text) ? normalizeEmail(text) : text)

/** Returns the first instant of a day, or an instant as it is. */
const beginning = (time: string) => (v.is(Day, time) ? startOfDay(time) : new Date(time))

/** Returns the last instant of a day, or an instant as it is. */
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

/** Returns the activity of one actor, and whether they are an owner. */
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
