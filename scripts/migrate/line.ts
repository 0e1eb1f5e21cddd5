/** What becomes of a row: moved (with the work that does it), there already, or left where it is, and why. */
export type Fate<Work> =
  | { fate: 'move'; work: Work }
  | { fate: 'there' }
  | { fate: 'left'; reasons: readonly string[] }

/** A row of the report. */
export type Line<Work = unknown> = Fate<Work> & {
  /** 'profiles.csv, ligne 12' */
  place: string
  /** What the row is about, for a person: an address, a paper. */
  label: string
  /** What is done differently from what the row says. */
  notes: readonly string[]
}

export const left = (...reasons: string[]) => ({ fate: 'left', reasons }) as const
export const there = { fate: 'there' } as const

/** The work of the lines that are to be moved, in their order. */
export function worksOf<Work>(lines: readonly Line<Work>[]): Work[] {
  return lines.flatMap((line) => (line.fate === 'move' ? [line.work] : []))
}

/** Tells of rows that an earlier one of the file says already. @returns the place of the earlier one, or null */
export function firstPlaces() {
  const places = new Map<string, string>()
  return function claim(key: string, place: string): string | null {
    const earlier = places.get(key) ?? null
    if (earlier === null) places.set(key, place)
    return earlier
  }
}

/** The lines of rows that could not even be read. */
export function unreadableLines(rows: readonly { place: string; reason: string }[]): Line<never>[] {
  return rows.map(({ place, reason }) => ({ place, label: '', notes: [], ...left(reason) }))
}
