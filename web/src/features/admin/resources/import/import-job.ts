import type { ImportAnswer } from '../requests/import-resources.ts'

/** A line to import: its cells in the order of the columns, and how a person finds it again ('Ligne 12', a file's name). */
export type ImportLine = { place: string; cells: readonly string[] }

/** What is to be imported. */
export type ImportJob = {
  /** The file or folder it came from. */
  name: string
  columns: readonly string[]
  lines: readonly ImportLine[]
  /** What could not be made a line of. */
  unreadable: readonly { place: string; message: string }[]
}

/** A way to choose what is imported: a file, a folder, a list. */
export type SourceProps = { onChosen: (job: ImportJob) => void }

type Outcome = ImportAnswer['lines'][number]['outcome']

/** What the server says of a line; `at` is its place in the job. */
export type LineReport = { at: number; outcome: Outcome; messages: readonly string[] }

/** How far a job has come. First every line is checked, then those that passed are imported. */
export type ImportRun = {
  phase: 'check' | 'commit'
  /** Places of the lines to send. */
  queue: readonly number[]
  /** How many of the queue are done. */
  reached: number
  reports: readonly LineReport[]
}

export function checkOf(job: ImportJob): ImportRun {
  return { phase: 'check', queue: job.lines.map((_, at) => at), reached: 0, reports: [] }
}

/** The import of what a check let pass; what it refused stays in the report. */
export function commitOf({ reports }: ImportRun): ImportRun {
  const refused = reports.filter(({ outcome }) => outcome === 'refused')
  const passed = reports.filter(({ outcome }) => outcome !== 'refused')
  return { phase: 'commit', queue: passed.map(({ at }) => at), reached: 0, reports: refused }
}

/** How many lines had this outcome. */
export function countOf({ reports }: ImportRun, outcome: Outcome): number {
  return reports.filter((report) => report.outcome === outcome).length
}
