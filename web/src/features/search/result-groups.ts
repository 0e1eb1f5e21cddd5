import type { SearchEntry, SearchKind } from './search-file.ts'
import type { Found } from './search-index.ts'

/** The best results of a kind, and their total. */
export type ResultGroup = { kind: SearchKind; shown: readonly SearchEntry[]; total: number }

/** A query with more results of a kind needs another word. */
const SHOWN_OF_A_KIND = 8

/** Groups the results by kind; the kind of the best result comes first. */
export function groupByKind({ entries, isPartial }: Found): { groups: ResultGroup[]; isPartial: boolean } {
  const kinds = new Set(entries.map(({ kind }) => kind))
  const groups = [...kinds].map((kind) => {
    const found = entries.filter((entry) => entry.kind === kind)
    return { kind, shown: found.slice(0, SHOWN_OF_A_KIND), total: found.length }
  })
  return { groups, isPartial }
}
