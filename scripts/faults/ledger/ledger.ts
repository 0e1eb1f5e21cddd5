import type { Table } from '#functions/data/client.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { checkDerived, type Pending } from './derived.ts'
import { readItems } from './items.ts'
import { differencesOf, entriesOf, type Model, modelOf } from './model.ts'
import { replay } from './replay.ts'

/** What stood at one moment, and the log up to it. */
export type Ledger = { model: Model; ids: ReadonlySet<string> }

export type Lookup = {
  ledger: Ledger
  /** What the log says was done since. */
  entries: AuditEntry[]
  faults: string[]
  staleHints: number
  /** What Cognito may not have heard of. */
  open: Pending[]
}

/** Begins a ledger with what stands. */
export async function openLedger(table: Table): Promise<Ledger> {
  const items = await readItems(table)
  return { model: modelOf(items), ids: new Set(entriesOf(items).map(({ id }) => id)) }
}

/** Reads the table, and compares it with what stood before and what the log says was done since. */
export async function readOn(table: Table, before: Ledger): Promise<Lookup> {
  const items = await readItems(table)
  const log = entriesOf(items)
  const entries = log.filter(({ id }) => !before.ids.has(id))
  const lost = before.ids.size + entries.length - log.length
  const { told, faults } = replay(before.model, entries)
  const model = modelOf(items)
  const derived = checkDerived(items)
  return {
    ledger: { model, ids: new Set(log.map(({ id }) => id)) },
    entries,
    faults: [
      ...(lost > 0 ? [`${lost} entries are gone from the log`] : []),
      ...faults,
      ...differencesOf(told, model),
      ...derived.faults,
    ],
    staleHints: derived.staleHints,
    open: derived.open,
  }
}
