import { type Figure, isHeld } from './figure.ts'

/** Rows that are shown as they are. */
export type Table = { title: string; head: string[]; rows: (string | number)[][] }

/** A table in columns: words to the left, numbers to the right. */
export function inColumns({ title, head, rows }: Table): string {
  const cells = [head, ...rows.map((row) => row.map(String))]
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const isNumber = head.map((_, column) => rows.every((row) => /^-?[\d.,]+$/.test(String(row[column]))))
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  return [title, ...lines].join('\n')
}

/** Figures beside their limits. */
export function figureTable(figures: readonly Figure[]): Table {
  return {
    title: 'Limites',
    head: ['', 'mesure', 'atteint', 'limite', ''],
    rows: figures.map((figure) => [
      figure.bar,
      figure.what,
      valueOf(figure),
      limitOf(figure),
      isHeld(figure) ? 'tenu' : 'dépassé',
    ]),
  }
}

/** '82.41 ko': two digits, rounded up, so that a bar that is passed by a hair looks passed. */
export function valueOf({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  return `${Math.ceil(Math.round(value * 1e6) / 1e4) / 100} ${unit}`.trim()
}

/** '≤ 110 ko', '= 0 o'. */
export function limitOf({ limit, unit }: Pick<Figure, 'limit' | 'unit'>): string {
  return 'exactly' in limit
    ? `= ${valueOf({ value: limit.exactly, unit })}`
    : `≤ ${valueOf({ value: limit.atMost, unit })}`
}
