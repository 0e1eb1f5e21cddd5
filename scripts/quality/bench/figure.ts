/** What a bar allows: at most so much, or exactly that. */
export type Limit = { atMost: number } | { exactly: number }

/** One line of the quality bar: how it is called there, what its figures are counted in, and what they may be. */
export type Bar = { bar: string; unit: Unit; limit: Limit }

/** Bytes, kilobytes (1,000 bytes), milliseconds, a ratio, capacity units, round trips, dollars, or a plain count. */
export type Unit = 'o' | 'ko' | 'ms' | '×' | 'unité(s)' | 'a/r' | '$' | ''

/** One figure of the quality bar: what was reached, beside its limit. */
export type Figure = Bar & {
  /** In French, short: 'accueil, plus grande peinture / page statique'. */
  what: string
  value: number
}

/** A figure of a bar, to four digits. */
export function figureOf(bar: Bar, what: string, value: number): Figure {
  return { ...bar, what, value: Math.round(value * 10_000) / 10_000 }
}

/** Whether the bar is held. What could not be measured (NaN, which a JSON file keeps as null) does not hold it. */
export function isHeld({ value, limit }: Figure): boolean {
  if (!Number.isFinite(value)) return false
  return 'exactly' in limit ? value === limit.exactly : value <= limit.atMost
}
