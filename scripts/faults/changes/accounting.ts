import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { type Change, type Expected, subjectOf } from './changes.ts'

/**
 * How a call ended. `done`: the API said so. `refused`: it said no. `unknown`: it broke off, or asked to try again: the
 * change may have been made.
 */
export type Outcome = 'done' | 'refused' | 'unknown'

/** A change that was sent; `expected` says which entry it leaves when it is made. */
export type Sent = { change: Change; expected: Expected | null; outcome: Outcome; status: number | null }

export type Account = {
  faults: string[]
  /** Changes that the API said were made. */
  acknowledged: number
  /** Of those, the ones whose entry is in the log. */
  found: number
  /** Changes of which the API did not say, or denied, that they were made, and whose entry is in the log. */
  unacknowledged: number
}

/**
 * Matches what was sent with what the log says: what was acknowledged is there, and nothing is there that was not sent.
 * @param sent in the order of sending, one after the other for each subject
 * @param entries oldest first
 */
export function settle(sent: readonly Sent[], entries: readonly AuditEntry[]): Account {
  const calls = Map.groupBy(sent.filter(isExpecting), ({ expected }) => expected.subject)
  const log = Map.groupBy(
    entries.filter((entry) => subjectOf(entry) !== null),
    (entry) => subjectOf(entry) ?? '',
  )
  const accounts = [...new Set([...calls.keys(), ...log.keys()])].map((subject) =>
    match(calls.get(subject) ?? [], log.get(subject) ?? []),
  )
  return accounts.reduce(added, NOTHING)
}

type Expecting = Sent & { expected: Expected }

const isExpecting = (sent: Sent): sent is Expecting => sent.expected !== null
const NOTHING: Account = { faults: [], acknowledged: 0, found: 0, unacknowledged: 0 }

/**
 * Matches the calls about one subject with its entries, both in their order, so that as little as possible is left over: a
 * call that broke off may have been made or not, and the next one may have left the same entry.
 */
function match(calls: readonly Expecting[], entries: readonly AuditEntry[]): Account {
  const [call, ...laterCalls] = calls
  const [entry, ...laterEntries] = entries
  if (!call) return { ...NOTHING, faults: entries.map(unexplained) }
  const { expected, outcome } = call
  const isDone = outcome === 'done'
  const readings: Account[] = []
  if (entry && expected.matches(entry)) {
    const made = isDone ? { acknowledged: 1, found: 1 } : { unacknowledged: 1 }
    readings.push(added({ ...NOTHING, ...made }, match(laterCalls, laterEntries)))
  }
  const notMade = isDone ? { acknowledged: 1, faults: [withoutEntry(call)] } : {}
  readings.push(added({ ...NOTHING, ...notMade }, match(laterCalls, entries)))
  if (entry) readings.push(added({ ...NOTHING, faults: [unexplained(entry)] }, match(calls, laterEntries)))
  return readings.reduce((best, each) => (each.faults.length < best.faults.length ? each : best))
}

function added(a: Account, b: Account): Account {
  return {
    faults: [...a.faults, ...b.faults],
    acknowledged: a.acknowledged + b.acknowledged,
    found: a.found + b.found,
    unacknowledged: a.unacknowledged + b.unacknowledged,
  }
}

function withoutEntry({ change, status }: Sent): string {
  return `acknowledged without an entry (${status}): ${JSON.stringify(change)}`
}

function unexplained(entry: AuditEntry): string {
  return `an entry that nobody's call explains: ${JSON.stringify(entry)}`
}
