import * as v from 'valibot'
import type { Actor, AuditEntry } from '#shared/entities/audit-entry.ts'
import { auditEntry, auditExpiry, writeAudited } from './audit.ts'
import { refusalsId, refusalsKey, type ThrottleSubject, throttleKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { parseItem, readBatch } from './table/read.ts'
import { changePart, putPart, type TransactionPart } from './table/transaction.ts'
import { update, updateIf } from './table/write.ts'

/** A count is needed until its window is over; the extra minutes allow for clocks that differ. Milliseconds. */
const KEPT_MS = 5 * 60_000

/** A window of time; `end` is the first instant after it. */
export type Window = { start: Date; end: Date }

export function windowAt(now: Date, lengthMs: number): Window {
  const start = now.getTime() - (now.getTime() % lengthMs)
  return { start: new Date(start), end: new Date(start + lengthMs) }
}

const StoredCount = v.object({ count: v.number() })

export function countPart(
  table: Table,
  subject: ThrottleSubject,
  { window: { start, end }, most }: { window: Window; most: number },
): TransactionPart {
  return changePart(table, throttleKey(subject, start), {
    set: { expiresAt: expiry(end) },
    add: { count: 1 },
    where: 'attribute_not_exists(#count) OR #count < :most',
    values: { most },
  })
}

const expiry = (end: Date) => Math.ceil((end.getTime() + KEPT_MS) / 1000)

export function createThrottles(table: Table) {
  /** `by` -1 takes a call back. A repetition by the SDK may count twice. @returns the calls of this window so far */
  async function countCall(
    subject: ThrottleSubject,
    { start, end }: Window,
    by: 1 | -1 = 1,
  ): Promise<number> {
    const change = { set: { expiresAt: expiry(end) }, add: { count: by } }
    return parseItem(StoredCount, await update(table, throttleKey(subject, start), change)).count
  }

  return { countCall }
}

const MINUTE_MS = 60_000
/** The item stays small: it keeps at most so many paths of a minute, and so many characters of each. */
const MAX_PATHS = 20
const MAX_PATH_LENGTH = 200

const StoredRefusals = v.object({ pk: v.string(), attempts: v.number(), paths: v.set(v.string()) })

type Refusal = { actor: Actor; route: string; path: string }

export function createRefusals(table: Table) {
  /**
   * The first attempt of its minute is one transaction with its entry. Each further one updates the number of attempts.
   */
  async function record({ actor, route, path }: Refusal, now: Date): Promise<void> {
    const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
    const id = refusalsId({ actor, route, minute })
    const asked = path.slice(0, MAX_PATH_LENGTH).toWellFormed()
    if (await count(id, asked)) return
    const change = { action: 'REFUSED_ATTEMPT', target: route, before: null, after: null } as const
    const result = await writeAudited(
      table,
      { ...auditEntry(actor, now, change), id },
      putPart(table, {
        ...refusalsKey(id),
        attempts: 1,
        paths: new Set([asked]),
        expiresAt: auditExpiry(table, now.toISOString()),
      }),
    )
    // Another attempt was recorded as the first of the minute.
    if (result === 'conflict') await count(id, asked)
  }

  async function count(id: string, path: string): Promise<boolean> {
    const counted = await updateIf(table, refusalsKey(id), {
      add: { attempts: 1, paths: new Set([path]) },
      where: 'size(paths) < :most OR contains(paths, :path)',
      values: { path, most: MAX_PATHS },
    })
    if (counted.outcome === 'done') return true
    if (counted.found === null) return false
    await update(table, refusalsKey(id), { add: { attempts: 1 } })
    return true
  }

  async function show(entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
    const keys = entries.flatMap(({ action, id }) => (action === 'REFUSED_ATTEMPT' ? [refusalsKey(id)] : []))
    const items = await readBatch(table, keys)
    const found = new Map(
      items.map((item) => {
        const { pk, attempts, paths } = parseItem(StoredRefusals, item)
        return [pk, { attempts, paths: [...paths].toSorted() }]
      }),
    )
    return entries.map((entry) => ({ ...entry, after: found.get(refusalsKey(entry.id).pk) ?? entry.after }))
  }

  return { record, show }
}
