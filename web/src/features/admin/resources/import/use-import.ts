import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { LINE_END } from '#shared/domain/csv/csv-text.ts'
import { countFitting } from '#shared/domain/payload-limit.ts'
import { invalidateRoutes } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { ApiFailure, failureText, isTransient, refusalCodeOf, waitOf } from '#web/lib/api/failure.ts'
import { createBrowserStorage } from '#web/lib/browser-storage.ts'
import { untilOnline } from '#web/lib/network.ts'
import {
  duplicateMessage,
  type ImportAnswer,
  type ImportJob,
  type ImportRun,
  importKinds,
  type LineReport,
  startCheck,
  startCommit,
  withoutFaultyLines,
} from './import-job.ts'
import { writeRows } from './read-csv.ts'

const FAILED = "L'import a échoué. Veuillez réessayer."
const INTERRUPTED = "L'import a été interrompu."
/** The same lines are sent again automatically this many times, after this delay. */
const RETRIES = 2
const RETRY_MS = 2_000

export type ImportState =
  | { status: 'choosing' }
  | { status: 'running'; job: ImportJob; run: ImportRun }
  | { status: 'broken'; job: ImportJob; run: ImportRun; reason: string }
  /** The file is no such list; sending it again would not help. */
  | { status: 'refused'; job: ImportJob; reason: string }
  | { status: 'complete'; job: ImportJob; run: ImportRun }

/** It is stored in this tab, and continues from the line it had reached after a failure or a reload. */
export function useImport(owner: string) {
  const client = useQueryClient()
  const [state, setState] = useState<ImportState>(() => restoredState(owner))
  /** Ends the running loop; lines that it has sent stay sent. */
  const working = useRef<AbortController | null>(null)
  useEffect(() => () => working.current?.abort(), [])

  const work = async (job: ImportJob, from: ImportRun) => {
    working.current?.abort()
    const { signal } = (working.current = new AbortController())
    const last = await sendAll(owner, job, from, signal, setState)
    if (signal.aborted) return
    setState(last)
    if (last.status === 'refused') clearStored()
    if (from.phase === 'commit') await invalidateRoutes(client, importKinds[job.kind].route.invalidates)
  }
  return {
    state,
    start: (chosen: ImportJob) => {
      const job = withoutFaultyLines(chosen)
      store(JOB_KEY, { owner, value: job })
      void work(job, startCheck(job))
    },
    resume: () => {
      if (state.status === 'broken') void work(state.job, state.run)
    },
    commit: () => {
      if (state.status === 'complete') void work(state.job, startCommit(state.run))
    },
    discard: () => {
      working.current?.abort()
      clearStored()
      setState({ status: 'choosing' })
    },
  }
}

async function sendAll(
  owner: string,
  job: ImportJob,
  from: ImportRun,
  signal: AbortSignal,
  show: (state: ImportState) => void,
): Promise<ImportState> {
  let run = from
  let failures = 0
  while (run.reached < run.queue.length) {
    store(RUN_KEY, { owner, value: run })
    show({ status: 'running', job, run })
    try {
      // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before it ended
      run = await sendLines(job, run)
      failures = 0
    } catch (error) {
      failures += 1
      const reason = failureText(error, FAILED)
      if (refusalCodeOf(error) === 'INVALID_REQUEST') return { status: 'refused', job, reason }
      if (!isTransient(error) || failures > RETRIES) return { status: 'broken', job, run, reason }
      // oxlint-disable-next-line no-await-in-loop -- the wait before the same part is sent again
      await untilOnline(Math.max(RETRY_MS, waitOf(error)))
    }
    // Stopped, or the page was left: the run stored before these lines is enough to continue from.
    if (signal.aborted) break
  }
  if (!signal.aborted) store(RUN_KEY, { owner, value: run })
  if (run.phase === 'commit' && !signal.aborted) clearStored()
  return { status: 'complete', job, run }
}

/** A reload loses nothing, unless the job is too large for the browser's storage. */
const kept = createBrowserStorage(() => window.sessionStorage)
/** The job is large and never changes, the run is small and changes with every request. */
const JOB_KEY = 'import-lines'
const RUN_KEY = 'import-run'

type Stored<T> = { owner: string; value: T }

function restoredState(owner: string): ImportState {
  const job = readStored<ImportJob>(JOB_KEY)
  const run = readStored<ImportRun>(RUN_KEY)
  if (job?.owner !== owner || run?.owner !== owner) return { status: 'choosing' }
  const stored = { job: job.value, run: run.value }
  const isComplete = stored.run.reached === stored.run.queue.length
  return isComplete ? { status: 'complete', ...stored } : { status: 'broken', ...stored, reason: INTERRUPTED }
}

function store(key: string, stored: Stored<ImportJob | ImportRun>): void {
  kept.setItem(key, JSON.stringify(stored))
}

/** Only this module writes these keys, so that their values need no check. */
function readStored<T>(key: string): Stored<T> | null {
  return JSON.parse(kept.getItem(key) ?? 'null') as Stored<T> | null
}

function clearStored(): void {
  kept.removeItem(JOB_KEY)
  kept.removeItem(RUN_KEY)
}

const CHUNK_LINES = 200
/** Much less than a request may have; the longest line of a file is a tenth of it. */
const CHUNK_BYTES = 1024 * 1024
/** The header is line 1 of each request. */
const FIRST_LINE = 2

/** Sends the next lines of a run and returns its progress. Sending lines again has no second effect. @throws ApiFailure */
async function sendLines(job: ImportJob, run: ImportRun): Promise<ImportRun> {
  const next = run.queue.slice(run.reached, run.reached + CHUNK_LINES)
  const rows = await writeRows(next.map((at) => job.lines[at]?.cells ?? []))
  const places = next.slice(0, Math.max(countFitting(rows, CHUNK_BYTES), 1))
  const dryRun = run.phase === 'check' ? 'true' : 'false'
  const body = [...(await writeRows([job.columns])), ...rows.slice(0, places.length)].join(LINE_END)
  const answer = await call(importKinds[job.kind].route, { query: { dryRun }, body })
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
    return column === undefined ? withFileLines(job, message, places) : `${column}\u00a0: ${message}`
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
