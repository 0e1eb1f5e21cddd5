import type { PlacedHeading } from './collect-headings.ts'
import { titleListed } from './exercise-titles.ts'
import { type MergedHeading, mergeHeadings, pairHeadings } from './merge-headings.ts'

/** Characters below an entry of a list; an exercise has more. */
const LISTED_AT_MOST = 700

/**
 * Returns the number of headings that may be the list at the beginning: on one page, and with little between them. The
 * exercises of a short paper may look the same.
 */
export function countListed(headings: readonly PlacedHeading[]): number {
  const page = headings[0]?.page
  const end = headings.findIndex(
    (heading, index) => heading.page !== page || (headings[index - 1]?.length ?? 0) > LISTED_AT_MOST,
  )
  return end === -1 ? headings.length : end
}

/** Returns true where the text holds the list only, which names no pages: 'Le sujet comporte …', and then a scan. */
export function isListOnly(
  headings: readonly PlacedHeading[],
  pages: readonly (readonly string[])[],
): boolean {
  const page = headings[0]?.page ?? 0
  const lines = pages[page - 1] ?? []
  const isAll = headings.length > 1 && countListed(headings) === headings.length && page < pages.length
  return (
    isAll &&
    lines.some((line) => /(?:comporte|comprend|composé|constitué|contient).*(?:exercice|partie)/iu.test(line))
  )
}

/**
 * Returns the end of the list, where the first repeated heading begins the body; 0 for a paper without a list. The body
 * repeats most of the list, and a running head one heading.
 */
export function findListEnd(headings: readonly PlacedHeading[]): number {
  const keyOf = ({ section, mark }: PlacedHeading) => `${section}/${mark}`
  const listed = new Set<string>()
  const end = headings.findIndex((heading) => {
    const isRepeated = listed.has(keyOf(heading))
    if (heading.kind !== 'part') listed.add(keyOf(heading))
    return isRepeated && heading.kind !== 'part'
  })
  const body = new Set(headings.slice(Math.max(end, 0)).map(keyOf))
  const isBody = 2 * [...listed].filter((key) => body.has(key)).length > listed.size
  return end > 1 && end <= countListed(headings) && isBody ? end : 0
}

/**
 * Reads the first headings as a list and the others as the body. Of points that differ, those of the body come first
 * in one way to read them, and those of the list in the other. There is none where the body has half of the list only.
 */
export function readWithList(headings: readonly PlacedHeading[], end: number): MergedHeading[][] {
  const listed = mergeHeadings(headings.slice(0, end)).map((entry) => ({
    ...entry,
    title: entry.title || titleListed(entry.below),
  }))
  const body = mergeHeadings(headings.slice(end))
  const pairs = pairHeadings(listed, body)
  if (2 * pairs.size <= listed.length) return []
  const entries = new Map([...pairs].map(([entry, heading]) => [heading, entry]))
  const merge = (heading: MergedHeading, isListFirst: boolean) => {
    const entry = entries.get(heading)
    const points = isListFirst ? (entry?.points ?? heading.points) : (heading.points ?? entry?.points ?? null)
    return { ...heading, title: heading.title || entry?.title || '', points }
  }
  return [false, true].map((isListFirst) =>
    body.every((heading) => entries.has(heading))
      ? listed.map((entry) => {
          const heading = pairs.get(entry)
          return heading ? merge(heading, isListFirst) : { ...entry, page: null, below: [] }
        })
      : body.map((heading) => merge(heading, isListFirst)),
  )
}
