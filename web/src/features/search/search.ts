import { find, type Indexed } from './find.ts'
import type { Entry, Kind } from './search-entries.ts'

/** What was found of one kind: the best of it, and how many there are in all. */
export type Group = { kind: Kind; shown: readonly Entry[]; total: number }

/** More of one kind is a reason to write another word. */
const SHOWN_OF_A_KIND = 8

/** What fits the query, kind by kind; the kind of the best fit comes first. */
export function search(entries: readonly Indexed<Entry>[], query: string): Group[] {
  const groups = new Map<Kind, Entry[]>()
  for (const entry of find(entries, query)) groups.set(entry.kind, [...(groups.get(entry.kind) ?? []), entry])
  return [...groups].map(([kind, found]) => ({
    kind,
    shown: found.slice(0, SHOWN_OF_A_KIND),
    total: found.length,
  }))
}
