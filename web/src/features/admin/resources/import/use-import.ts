import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { invalidateRoutes } from '#web/lib/api/cache.ts'
import { isTransient, refusalCodeOf, waitOf } from '#web/lib/api/failure.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { untilOnline } from '#web/lib/loading/retry.ts'
import {
  type ImportJob,
  type ImportRun,
  startCheck,
  startCommit,
  withoutDuplicates,
  withoutLongLines,
} from './import-job.ts'
import { importKinds } from './import-kind.ts'
import { sendLines } from './send-lines.ts'

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
  /** The lines are checked or imported, as `run.phase` says. */
  | { status: 'complete'; job: ImportJob; run: ImportRun }

/**
 * An import from the file to the report. It is stored in this tab and continues from the line it had reached after a
 * failure, a reload or a visit to another page.
 */
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
      const job = withoutDuplicates(withoutLongLines(chosen))
      storeJob(owner, job)
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

/** Sends one part after the other until all are sent, or until the server has failed too often on one. */
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
    storeRun(owner, run)
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
  if (!signal.aborted) storeRun(owner, run)
  if (run.phase === 'commit' && !signal.aborted) clearStored()
  return { status: 'complete', job, run }
}

/** The job is large and never changes, the run is small and changes with every request. */
const JOB_KEY = 'import-lines'
const RUN_KEY = 'import-run'

type Stored<T> = { owner: string; value: T }

/** Returns the unfinished import of this owner in this tab. */
function restoredState(owner: string): ImportState {
  const job = readStored<ImportJob>(JOB_KEY)
  const run = readStored<ImportRun>(RUN_KEY)
  if (job?.owner !== owner || run?.owner !== owner) return { status: 'choosing' }
  const stored = { job: job.value, run: run.value }
  const isComplete = stored.run.reached === stored.run.queue.length
  return isComplete ? { status: 'complete', ...stored } : { status: 'broken', ...stored, reason: INTERRUPTED }
}

/** Stores a job for this tab, so that a reload loses nothing. A job too large for the browser's storage is not stored. */
function storeJob(owner: string, job: ImportJob): void {
  clearStored()
  writeStored(JOB_KEY, { owner, value: job })
}

function storeRun(owner: string, run: ImportRun): void {
  if (sessionStorage.getItem(JOB_KEY) !== null) writeStored(RUN_KEY, { owner, value: run })
}

function clearStored(): void {
  sessionStorage.removeItem(JOB_KEY)
  sessionStorage.removeItem(RUN_KEY)
}

function writeStored(key: string, stored: Stored<unknown>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(stored))
  } catch {
    // The storage is full: the import continues, but a reload would start it again.
    clearStored()
  }
}

/** Only this module writes these keys, so that their values need no check. */
function readStored<T>(key: string): Stored<T> | null {
  const text = sessionStorage.getItem(key)
  return text === null ? null : (JSON.parse(text) as Stored<T>)
}
