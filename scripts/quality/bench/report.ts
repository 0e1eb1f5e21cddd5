import { cpus } from 'node:os'
import { readSections, table, writeSections } from '../generated-sections.ts'
import { type Figure, formatLimit, formatValue, isWithin, type LimitName, limits } from '../limits.ts'

/** Shows what is being measured. */
export type Log = (line: string) => void

export const PARTS = ['functions', 'api', 'scale', 'web'] as const
export type BenchPart = (typeof PARTS)[number]

const PAGE = 'docs/performance.md'
const LIMIT_NAMES = Object.keys(limits) as LimitName[]

/** Formats figures beside their limits: of each limit the worst that is within it, and the worst that exceeds it. */
export function figureTable(
  figures: readonly Figure[],
  groupOf = (figure: Figure) => `${figure.limit} ${isWithin(figure)}`,
): string {
  const groups = Map.groupBy(figures, groupOf)
  const rows = [...groups.values()].flatMap((group) => {
    const [figure, ...others] = group.toSorted((one, other) => other.value - one.value)
    if (!figure) return []
    const of = others.length === 0 ? figure.of : `${figure.of} and ${others.length} more`
    const reached = isWithin(figure) ? formatValue(figure) : `${formatValue(figure)} **exceeded**`
    return [[limits[figure.limit].name, of, reached, formatLimit(figure.limit)]]
  })
  return table(['promise', 'of', 'reached', 'limit'], rows)
}

/** Writes measured parts into docs/performance.md, and the figures of the whole page into README.md. */
export function writeFigures(parts: Partial<Record<BenchPart, Figure[]>>): void {
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? process.arch}, Node ${process.versions.node}`
  const measured = `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}.`
  const sections = Object.entries(parts).map(([part, figures]) => [
    part,
    `${measured}\n\n${figureTable(figures)}`,
  ])
  writeSections(PAGE, Object.fromEntries(sections) as Record<string, string>)
  writeSections('README.md', { figures: summaryTable(readDocumentedFigures()) })
}

/** Reads the figures of docs/performance.md, rounded as there. */
export function readDocumentedFigures(): Figure[] {
  return Object.values(readSections(PAGE)).flatMap((text) =>
    text.split('\n').flatMap((line) => {
      const [, name, of = '', reached = ''] = line.split('|').map((cell) => cell.trim())
      const limit = LIMIT_NAMES.find((each) => limits[each].name === name)
      return limit ? [{ limit, of, value: Number.parseFloat(reached) }] : []
    }),
  )
}

/** Words of README.md for some limits. */
const SUMMARY: Partial<Record<LimitName, string>> = {
  hydrated: 'a first visit, until everything on the page responds',
  firstPaper: 'from the tap on the first paper to its first page',
  nextPaper: 'from the tap on the next paper to its first page',
  homeScript: 'script that the home page downloads',
  costPerThousand: 'what 1,000 students of 20 hours add to the bill of a month',
  costWithoutStudents: 'a month without students',
}

/** Formats the worst figure of each limit that README.md shows. */
export function summaryTable(figures: readonly Figure[]): string {
  const rows = Object.entries(SUMMARY).flatMap(([name, words]) => {
    const limit = name as LimitName
    const values = figures.flatMap((figure) => (figure.limit === limit ? [figure.value] : []))
    if (values.length === 0) return []
    const measured = formatValue({ limit, value: Math.max(...values) })
    return [[words, measured, formatLimit(limit).replace('≤', 'at most')]]
  })
  return table(['', 'measured', 'promised'], rows)
}

/** Returns the middle one; NaN of an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
