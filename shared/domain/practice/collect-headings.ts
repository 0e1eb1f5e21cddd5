import { type Heading, readHeading, type Section } from './heading-line.ts'
import { plainLine, readPointsAlone } from './paper-line.ts'

/** A heading of an exercise or of a section with what stands below it, up to the next one. */
export type PlacedHeading = Heading & {
  /** 1-based number of the page. */
  page: number
  /** The lines below the heading. */
  below: string[]
  /** Number of characters below the heading. */
  length: number
}

/** Characters below a heading that are kept, more than any exercise has. */
const KEPT_AT_MOST = 20_000
/** An annex says so at the top of its page, below a running head. */
const TOP_LINES = 4
const ANNEX = /^\P{L}*(?:annexes?|documents?[ -]réponses?|feuille[ -]réponse)(?!\p{L})/iu

/**
 * Finds the headings in the lines of each page, from the first to the last. Those below 'Chimie' belong to this section.
 * Annexes repeat the headings of exercises and are left out.
 */
export function collectHeadings(pages: readonly (readonly string[])[]): PlacedHeading[] {
  const headings: PlacedHeading[] = []
  let section: Section | null = null
  for (const [index, raw] of pages.entries()) {
    const lines = raw.map(plainLine).filter((line) => line !== '')
    const annex = lines.slice(0, TOP_LINES).findIndex((line) => ANNEX.test(line))
    const end = index > 0 && annex >= 0 ? annex : lines.length
    for (let at = 0; at < end; ) {
      const current = headings.at(-1)
      const heading = readHeading(lines.slice(at, Math.min(at + 3, end)))
      if (heading && !isTitleOf(current, heading)) {
        if (heading.kind === 'section') ({ section } = heading)
        headings.push({
          ...heading,
          section: heading.section ?? section,
          page: index + 1,
          below: [],
          length: 0,
        })
        at += heading.lines
      } else {
        const line = lines[at] ?? ''
        if (current) addLine(current, line)
        at += 1
      }
    }
  }
  return headings
}

/** Returns true for 'Chimie' in the line below 'Exercice 1': there it is a title. */
function isTitleOf(current: PlacedHeading | undefined, { kind, title, points }: Heading): boolean {
  const isBare = kind === 'section' && title === '' && points === null
  return isBare && current?.kind === 'exercise' && current.title === '' && current.below.length === 0
}

/** Adds a line below a heading. The points may stand below a title that has a line of its own. */
function addLine(heading: PlacedHeading, line: string): void {
  if (heading.below.length === 1 || heading.below.length === 2) heading.points ??= readPointsAlone(line)
  if (heading.length < KEPT_AT_MOST) heading.below.push(line)
  heading.length += line.length
}
