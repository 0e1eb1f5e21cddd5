import { LINE_END } from '#shared/domain/csv/csv-pages.ts'
import { countFitting } from '#shared/domain/payload-limit.ts'
import { call } from '#web/lib/api/call.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import {
  duplicateMessage,
  type ImportAnswer,
  type ImportJob,
  type ImportRun,
  type LineReport,
} from './import-job.ts'
import { importKinds } from './import-kind.ts'
import { writeRows } from './read-csv.ts'

const CHUNK_LINES = 200
/** Much less than a request may have; the longest line of a file is a tenth of it. */
const CHUNK_BYTES = 1024 * 1024
/** A request works for up to 20 s, and the network may be slow too. */
const TIMEOUT_MS = 40_000
/** The header is line 1 of each request. */
const FIRST_LINE = 2

/** Sends the next lines of a run and returns its progress. Sending lines again has no second effect. @throws ApiFailure */
export async function sendLines(job: ImportJob, run: ImportRun): Promise<ImportRun> {
  const next = run.queue.slice(run.reached, run.reached + CHUNK_LINES)
  const rows = await writeRows(next.map((at) => job.lines[at]?.cells ?? []))
  const places = next.slice(0, Math.max(countFitting(rows, CHUNK_BYTES), 1))
  const dryRun = run.phase === 'check' ? 'true' : 'false'
  const body = [...(await writeRows([job.columns])), ...rows.slice(0, places.length)].join(LINE_END)
  const answer = await call(
    importKinds[job.kind].route,
    { query: { dryRun }, body },
    { timeoutMs: TIMEOUT_MS },
  )
  const done = answer.nextLine === null ? places.length : answer.nextLine - FIRST_LINE
  // Without this check the same lines would be sent for ever.
  if (done <= 0) throw new ApiFailure('failing')
  const reports = answer.lines
    .map((line) => createReport(job, line, places))
    .filter((report) => report !== null)
  return { ...run, reached: run.reached + done, reports: [...run.reports, ...reports] }
}

function createReport(
  job: ImportJob,
  { line, outcome, errors }: ImportAnswer['lines'][number],
  places: readonly number[],
): LineReport | null {
  const at = places[line - FIRST_LINE]
  if (at === undefined) return null
  const messages = errors.map(({ path, message }) => {
    const column = importKinds[job.kind].columnLabels[path]
    return column === undefined ? withFileLines(job, message, places) : `${column} : ${message}`
  })
  return { at, outcome, messages }
}

/** The server numbers the lines of a request; this replaces them by the lines of the file. */
function withFileLines(job: ImportJob, message: string, places: readonly number[]): string {
  const line = Number(/\d+$/.exec(message)?.[0])
  const earlier =
    message === importKinds[job.kind].doubled(line) && job.lines[places[line - FIRST_LINE] ?? -1]
  return earlier ? duplicateMessage(job.kind, earlier) : message
}
