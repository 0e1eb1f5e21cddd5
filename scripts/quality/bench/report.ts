import { cpus } from 'node:os'
import { readSections, table, writeSections } from '../generated-sections.ts'
import { type Figure, formatLimit, formatValue, isWithin, type LimitName, limits } from '../limits.ts'

/** Shows what is being measured. */
export type Log = (line: string) => void

export const PARTS = ['functions', 'api', 'scale', 'web', 'tests'] as const
export type Part = (typeof PARTS)[number]

const PAGE = 'docs/performance.md'
const LIMIT_NAMES = Object.keys(limits) as LimitName[]

/** Every figure with its limit and a verdict. */
export function figureTable(figures: readonly Figure[]): string {
  return table(
    ['promise', 'of', 'reached', 'limit', ''],
    figures.map((figure) => [
      limits[figure.limit].name,
      figure.of,
      formatValue(figure),
      formatLimit(figure.limit),
      verdictOn(figure),
    ]),
  )
}

function verdictOn(figure: Figure): string {
  if (!isWithin(figure)) return '**exceeded**'
  return formatLimit(figure.limit) === '' ? 'reported' : 'held'
}

/** Puts measured parts into docs/performance.md, and the figures of the whole page into README.md. */
export function writeFigures(parts: Partial<Record<Part, Figure[]>>): void {
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

/** The figures that docs/performance.md shows, rounded as there. @param part of all parts without it */
export function readDocumentedFigures(part?: Part): Figure[] {
  const sections = Object.entries(readSections(PAGE)).filter(([name]) => part === undefined || name === part)
  return sections.flatMap(([, text]) =>
    text.split('\n').flatMap((line) => {
      const [, name, of = '', reached = ''] = line.split('|').map((cell) => cell.trim())
      const limit = LIMIT_NAMES.find((each) => limits[each].name === name)
      return limit ? [{ limit, of, value: Number.parseFloat(reached) }] : []
    }),
  )
}

/** What README.md shows of all figures. */
const SUMMARY: LimitName[] = [
  'homeScript',
  'paintRatio',
  'studentBundle',
  'frequentColdStart',
  'warmCall',
  'heartbeatWrites',
  'callsPerHour',
  'costPerThousand',
]

/** The worst figure of each limit that is shown. */
export function summaryTable(figures: readonly Figure[]): string {
  const rows = SUMMARY.map((limit) => {
    const values = figures.flatMap((figure) => (figure.limit === limit ? [figure.value] : []))
    const worst: Figure = { limit, of: '', value: Math.max(...values) }
    return [limits[limit].name, formatValue(worst), formatLimit(limit), verdictOn(worst)]
  })
  return table(['promise', 'worst', 'limit', ''], rows)
}

/** The middle one; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
