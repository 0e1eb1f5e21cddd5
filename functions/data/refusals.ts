import * as v from 'valibot'
import type { Actor, AuditEntry } from '#shared/entities/audit-entry.ts'
import { auditEntry, auditExpiry, writeAudited } from './audit-entry.ts'
import { refusalsId, refusalsKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { parseItem, readBatch } from './table/read.ts'
import { putPart } from './table/transaction.ts'
import { update, updateIf } from './table/write.ts'

const MINUTE_MS = 60_000
/** The item stays small: it keeps at most so many paths of a minute, and so many characters of each. */
const MAX_PATHS = 20
const MAX_PATH_LENGTH = 200

const StoredRefusals = v.object({ pk: v.string(), attempts: v.number(), paths: v.set(v.string()) })

/** A refused call. `route` is like `GET /api/…`, `path` is the path of the request. */
type Refusal = { actor: Actor; route: string; path: string }

/** Counts refused attempts: one entry of the log for each actor, route and minute. */
export function createRefusals(table: Table) {
  /**
   * Records a refused attempt. The first of its minute is one transaction: entry, the actor's counter and the number of
   * attempts. Each further one updates that number.
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
    if (result === 'overtaken') await count(id, asked)
  }

  /** Counts one more attempt. @returns whether the minute has an entry */
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

  /** Returns entries with the number and paths of refused attempts. One batch of reads for a hundred of them. */
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

export type Refusals = ReturnType<typeof createRefusals>
