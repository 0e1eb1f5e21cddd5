import { cpus } from 'node:os'
import { table, writeSections } from '../generated-sections.ts'
import { type Figure, formatLimit, formatValue, isWithin, limits } from '../limits.ts'

export type Log = (line: string) => void

export const PARTS = ['functions', 'api', 'scale', 'web'] as const
export type BenchPart = (typeof PARTS)[number]

/** Formats figures beside their limits: of each limit the worst that is within it, and the worst that exceeds it. */
export function figureTable(
  figures: readonly Figure[],
  groupOf = (figure: Figure) => `${figure.limit} ${isWithin(figure)}`,
): string {
  const groups = Map.groupBy(figures, groupOf)
  const rows = [...groups.values()].flatMap((group) => {
    const [figure] = group.toSorted((one, other) => other.value - one.value)
    if (!figure) return []
    const reached = isWithin(figure) ? formatValue(figure) : `${formatValue(figure)} **exceeded**`
    return [[limits[figure.limit].name, figure.of, reached, formatLimit(figure.limit)]]
  })
  return table(['promise', 'of', 'reached', 'limit'], rows)
}

export function writeFigures(parts: Partial<Record<BenchPart, Figure[]>>): void {
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? process.arch}, Node ${process.versions.node}`
  const measured = `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}.`
  const sections = Object.entries(parts).map(([part, figures]) => [
    part,
    `${measured}\n\n${figureTable(figures)}`,
  ])
  writeSections('docs/performance.md', Object.fromEntries(sections) as Record<string, string>)
}

/** Returns the middle one; NaN of an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Measures once more than asked: the first round fills caches, and is not counted. */
export async function measureRounds<T>(rounds: number, measure: () => Promise<T>): Promise<T[]> {
  const measured: T[] = []
  for (let round = 0; round <= rounds; round += 1) measured.push(await measure())
  return measured.slice(1)
}
