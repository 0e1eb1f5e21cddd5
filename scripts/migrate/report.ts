import type { Line } from './line.ts'
import type { TablePlan } from './plan.ts'

/** What is told of a run. */
export type ReportOptions = {
  kind: 'dry-run' | 'done'
  stage: string
  folder: string
  /** Until when moved accounts are Premium, in words. */
  premium: string
  /** Tables that were asked for and have no file. */
  missing: readonly string[]
  /** By it a run knows that it was tried before with the same files and options. */
  fingerprint: string
}

/** A row as it ended: as the plan before said, and as the plan after found it. */
type Outcome = Line & { wasMoved: boolean }

/** The rows of one file as they ended. */
export type TableOutcome = Omit<TablePlan, 'lines'> & { lines: readonly Outcome[] }

/** Rows of each kind that the terminal shows; the file has all. */
const SHOWN = 40

/** How the rows ended, the plan before and the one after the work being in the same order. */
export function outcomesOf(before: readonly TablePlan[], after: readonly TablePlan[]): TableOutcome[] {
  return before.map((table, tableIndex) => ({
    ...table,
    lines: table.lines.map((line, index) => {
      const now = after[tableIndex]?.lines[index] ?? line
      return { ...now, notes: line.notes, wasMoved: line.fate === 'move' && now.fate === 'there' }
    }),
  }))
}

/** How many rows stay where they are, and how many should have been moved and are not. */
export function countOpen(tables: readonly TableOutcome[]): { left: number; unmoved: number } {
  const fates = tables.flatMap(({ lines }) => lines.map(({ fate }) => fate))
  return {
    left: fates.filter((fate) => fate === 'left').length,
    unmoved: fates.filter((fate) => fate === 'move').length,
  }
}

/** The report for the file, with every row; and for the terminal, without those that are just moved. */
export function reportOf(tables: readonly TableOutcome[], options: ReportOptions) {
  const { kind, stage, folder, premium, missing, fingerprint } = options
  const head = [
    kind === 'dry-run'
      ? `Simulation de la reprise vers l'installation ${stage} : rien n'est écrit.`
      : `Reprise vers l'installation ${stage}.`,
    `Dossier : ${folder}`,
    '',
    ...countsOf(tables, kind),
    '',
    `Comptes Premium repris : ${premium}.`,
    ...(missing.length > 0 ? [`Tables sans fichier, non reprises : ${missing.join(', ')}`] : []),
    ...tables
      .filter(({ otherColumns }) => otherColumns.length > 0)
      .map(({ file, otherColumns }) => `${file}, colonnes non reprises : ${otherColumns.join(', ')}`),
  ]
  const lines = tables.flatMap((table) => table.lines)
  const reasons = lines.flatMap((line) =>
    line.fate === 'left' ? [`${whereIs(line)} : ${line.reasons.join(' ; ')}`] : [],
  )
  const notes = lines.flatMap((line) =>
    line.notes.length > 0 ? [`${whereIs(line)} : ${line.notes.join(' ; ')}`] : [],
  )
  const undone = kind === 'done' ? lines.filter(({ fate }) => fate === 'move').map(whereIs) : []
  const moved = lines.filter(({ fate, wasMoved }) => wasMoved || (kind === 'dry-run' && fate === 'move'))
  const sections = (limit: number) => [
    ...section('Laissées, à corriger ou à accepter', reasons, limit),
    ...section('Non faites : relancez la commande', undone, limit),
    ...section('À savoir', notes, limit),
  ]
  return {
    terminal: [...head, ...sections(SHOWN)].join('\n'),
    file: [
      ...head,
      ...sections(Number.POSITIVE_INFINITY),
      ...section(kind === 'dry-run' ? 'À faire' : 'Faites', moved.map(whereIs), Number.POSITIVE_INFINITY),
      '',
      `Empreinte : ${fingerprint}`,
      '',
    ].join('\n'),
  }
}

/** The fingerprint that a report carries; null when it is no report. */
export function fingerprintIn(report: string): string | null {
  return /^Empreinte : ([\da-f]{64})$/m.exec(report)?.[1] ?? null
}

function countsOf(tables: readonly TableOutcome[], kind: ReportOptions['kind']): string[] {
  const doneTitle = kind === 'dry-run' ? 'à faire' : 'faites'
  return [
    row('', ['lues', doneTitle, 'déjà là', 'laissées']),
    ...tables.map(({ file, lines }) => {
      const count = (test: (line: Outcome) => boolean) => String(lines.filter(test).length)
      return row(file, [
        String(lines.length),
        count(({ fate, wasMoved }) => (kind === 'dry-run' ? fate === 'move' : wasMoved)),
        count(({ fate, wasMoved }) => fate === 'there' && !wasMoved),
        count(({ fate }) => fate === 'left'),
      ])
    }),
  ]
}

function row(name: string, cells: readonly string[]): string {
  return `${name.padEnd(28)}${cells.map((cell) => cell.padStart(10)).join('')}`
}

function section(title: string, lines: readonly string[], limit: number): string[] {
  if (lines.length === 0) return []
  const rest = lines.length - limit
  return [
    '',
    `${title} (${lines.length})`,
    // They hold what people typed on the old site: none of it may speak to the terminal, or look like another line.
    ...lines.slice(0, limit).map((line) => `  ${line.replace(/\p{Cc}+/gu, ' ')}`),
    ...(rest > 0 ? [`  ... et ${rest} autres, dans le rapport`] : []),
  ]
}

function whereIs({ place, label }: Line): string {
  return label === '' ? place : `${place} (${label})`
}
