import * as v from 'valibot'
import { derivedId } from '#functions/admin/resource-fields.ts'
import { SYSTEM } from '#functions/data/audit-entry.ts'
import type { MovedEntry } from '#functions/data/audit-history.ts'
import type { Actor, AuditAction } from '#shared/entities/audit-entry.ts'
import { Email, isWellFormed } from '#shared/entities/fields.ts'
import { OldInstant, OldText, OldValues, readCells } from './cells.ts'
import { firstPlaces, type Line, left, there } from './line.ts'
import { migrateMessages as texts } from './messages.ts'
import type { OldRow } from './old-tables.ts'

/** An item of the table takes 400 kB, its keys included. */
const MAX_BYTES = 350_000

const OldEntry = v.object({
  id: v.pipe(OldText, v.nonEmpty(texts.noId)),
  created_at: OldInstant,
  admin_email: v.pipe(
    OldText,
    v.rawTransform(({ dataset, addIssue, NEVER }): Actor => {
      if (/^system$/i.test(dataset.value)) return SYSTEM
      const email = v.safeParse(Email, dataset.value)
      if (email.success) return { type: 'admin', email: email.output }
      addIssue({ message: texts.noActor })
      return NEVER
    }),
  ),
  action_type: v.pipe(OldText, v.nonEmpty(texts.noAction)),
  target_email: OldText,
  old_values: OldValues,
  new_values: OldValues,
})

/** An entry of the old log, or everything that is wrong with it. */
export type ReadEntry = { place: string } & ({ entry: MovedEntry } | { reasons: string[] })

/** Reads each entry of the old log. Its id here is made of its id there, so that a second run finds it. */
export function readEntries(rows: readonly OldRow[]): ReadEntry[] {
  return rows.map(({ place, cells }) => {
    const read = readCells(OldEntry, cells)
    if ('reasons' in read) return { place, reasons: read.reasons }
    const { id, created_at, admin_email, action_type, target_email, old_values, new_values } = read.cells
    const entry = {
      id: derivedId('old-audit', id),
      createdAt: created_at,
      actor: admin_email,
      // What was done there keeps its name, which the dashboard shows as it is.
      action: action_type as AuditAction,
      target: target_email,
      before: old_values,
      after: new_values,
      movedFrom: id,
    }
    const json = JSON.stringify(entry)
    if (Buffer.byteLength(json) > MAX_BYTES) return { place, reasons: [texts.entryTooLong] }
    return isStorable(entry) ? { place, entry } : { place, reasons: [texts.brokenText] }
  })
}

/** Says what becomes of each. @param missing those that are not here yet */
export function planAudit(
  entries: readonly ReadEntry[],
  missing: ReadonlySet<MovedEntry>,
): Line<MovedEntry>[] {
  const claim = firstPlaces()
  return entries.map((each) => {
    const { place } = each
    if ('reasons' in each) return { place, label: '', notes: [], ...left(...each.reasons) }
    const { entry } = each
    const line = { place, label: `${entry.action} ${entry.target}`, notes: [] }
    const earlier = claim(entry.movedFrom, place)
    if (earlier !== null) return { ...line, ...left(texts.sameId(earlier)) }
    return missing.has(entry) ? { ...line, fate: 'move', work: entry } : { ...line, ...there }
  })
}

/** What DynamoDB takes at most; nothing that a person changes comes near. */
const MAX_DEPTH = 30

/** Whether the table takes every text, name and number in it. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isWellFormed(value)
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER
  if (typeof value !== 'object' || value === null) return true
  const parts = Object.entries(value)
  return (
    depth < MAX_DEPTH &&
    parts.every(([name, each]) => name !== '' && isWellFormed(name) && isStorable(each, depth + 1))
  )
}
