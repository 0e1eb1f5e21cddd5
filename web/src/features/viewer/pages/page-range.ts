/** The pages that are shown, both included. */
export type PageRange = { from: number; until: number }

/** Returns the given pages as far as the document has them; all where it has none of them. */
export function shownPages(only: PageRange | null, count: number): PageRange {
  if (only === null || only.from > count) return { from: 1, until: count }
  return { from: only.from, until: Math.min(only.until, count) }
}

export function pageNumbers({ from, until }: PageRange): number[] {
  return Array.from({ length: until - from + 1 }, (_, index) => from + index)
}
