import * as v from 'valibot'
import type { listPayments as paymentsRoute } from '#shared/contract/admin-payments.ts'
import type { listAudit as route } from '#shared/contract/admin-security.ts'
import type { Parsed } from '#shared/contract/route.ts'
import { endOfDay, startOfDay } from '#shared/domain/moroccan-day.ts'
import { PAYMENT_ACTIONS, paymentIn } from '#shared/domain/payments.ts'
import { Day, Email, normalizeEmail } from '#shared/entities/fields.ts'
import type { AuditLog } from '../data/audit.ts'
import type { Refusals } from '../data/refusals.ts'
import { auditView } from './views.ts'

type Deps = { audit: Pick<AuditLog, 'listNewest'>; refusals: Pick<Refusals, 'show'> }

/** A page of the log, or of what is searched for in it, newest first. */
export async function listAudit({ audit, refusals }: Deps, query: Parsed<typeof route.query>) {
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

/** A page of the payments that the log tells of, newest first. */
export async function listPayments(
  { audit }: Pick<Deps, 'audit'>,
  { from, to, ...page }: Parsed<typeof paymentsRoute.query>,
) {
  const search = { action: PAYMENT_ACTIONS, from: beginning(from), to: end(to) }
  const { items, nextCursor } = await audit.listNewest({ ...page, ...search })
  return { items: items.flatMap((entry) => paymentIn(entry) ?? []), nextCursor }
}

/** Addresses are stored in one form; all else as it is. */
const asStored = (text: string) => (v.is(Email, text) ? normalizeEmail(text) : text)

/** The first instant of a day, or the instant. */
const beginning = (time: string) => (v.is(Day, time) ? startOfDay(time) : new Date(time))

/** The last instant of a day, or the instant. */
const end = (time: string) => (v.is(Day, time) ? new Date(endOfDay(time).getTime() - 1) : new Date(time))
