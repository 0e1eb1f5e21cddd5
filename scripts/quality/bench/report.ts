import { cpus } from 'node:os'
import { readSections, table, writeSections } from '../generated-sections.ts'
import { type Figure, formatLimit, formatValue, isWithin, type LimitName, limits } from '../limits.ts'

/** Shows what is being measured. */
export type Log = (line: string) => void

export const PARTS = ['functions', 'api', 'scale', 'web'] as const
export type BenchPart = (typeof PARTS)[number]

const PAGE = 'docs/performance.md'
const LIMIT_NAMES = Object.keys(limits) as LimitName[]

/** Figures beside their limits, with a verdict: of each limit the worst that is held, exceeded or only reported. */
export function figureTable(
  figures: readonly Figure[],
  groupOf = (figure: Figure) => `${figure.limit} ${verdictOn(figure)}`,
): string {
  const groups = Map.groupBy(figures, groupOf)
  const rows = [...groups.values()].flatMap((group) => {
    const [figure, ...others] = group.toSorted((one, other) => other.value - one.value)
    if (!figure) return []
    const of = others.length === 0 ? figure.of : `${figure.of} and ${others.length} more`
    return [
      [limits[figure.limit].name, of, formatValue(figure), formatLimit(figure.limit), verdictOn(figure)],
    ]
  })
  return table(['promise', 'of', 'reached', 'limit', ''], rows)
}

function verdictOn(figure: Figure): string {
  if (!isWithin(figure)) return '**exceeded**'
  return formatLimit(figure.limit) === '' ? 'reported' : 'held'
}

/** Puts measured parts into docs/performance.md, and the figures of the whole page into README.md. */
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

/** The figures that docs/performance.md shows, rounded as there. */
export function readDocumentedFigures(): Figure[] {
  return Object.values(readSections(PAGE)).flatMap((text) =>
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
  'costWithoutStudents',
]

/** The worst figure of each limit that is shown and was measured. */
export function summaryTable(figures: readonly Figure[]): string {
  const rows = SUMMARY.flatMap((limit) => {
    const values = figures.flatMap((figure) => (figure.limit === limit ? [figure.value] : []))
    const worst: Figure = { limit, of: '', value: Math.max(...values) }
    if (values.length === 0) return []
    return [[limits[limit].name, formatValue(worst), formatLimit(limit), verdictOn(worst)]]
  })
  return table(['promise', 'worst', 'limit', ''], rows)
}

/** The middle one; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
