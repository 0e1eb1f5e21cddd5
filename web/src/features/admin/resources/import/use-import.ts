import { useEffect, useRef, useState } from 'react'
import { isTransient, refusalCodeOf } from '#web/lib/api/failure.ts'
import { untilOnline } from '#web/lib/retry.ts'
import { failureText } from '../failure-text.ts'
import { withoutDoubles } from './doubles.ts'
import { checkOf, commitOf, type ImportJob, type ImportRun } from './import-job.ts'
import { forgetImport, keepJob, keepRun, keptImport } from './kept-import.ts'
import { sendLines } from './send-lines.ts'

const FAILED = "L'import a échoué. Veuillez réessayer."
const INTERRUPTED = "L'import a été interrompu."
/** How often the same lines are sent again by themselves, and after how long. */
const RETRIES = 2
const RETRY_MS = 2_000

export type ImportState =
  | { status: 'choosing' }
  | { status: 'running'; job: ImportJob; run: ImportRun }
  | { status: 'broken'; job: ImportJob; run: ImportRun; reason: string }
  /** It is no file of resources; sending it again would not help. */
  | { status: 'refused'; job: ImportJob; reason: string }
  /** Checked, or imported: `run.phase` says which. */
  | { status: 'complete'; job: ImportJob; run: ImportRun }

/**
 * An import from the file to the report. It is kept in this tab and goes on from the line it had reached after a
 * failure, a reload or a look at another page.
 */
export function useImport(owner: string, onImported: () => void) {
  const [state, setState] = useState<ImportState>(() => leftOver(owner))
  /** Ends the loop that is at work; what it has sent is done. */
  const working = useRef<AbortController | null>(null)
  useEffect(() => () => working.current?.abort(), [])

  const go = async (job: ImportJob, from: ImportRun) => {
    working.current?.abort()
    const { signal } = (working.current = new AbortController())
    const last = await work(owner, job, from, signal, setState)
    if (signal.aborted) return
    setState(last)
    if (last.status === 'refused') forgetImport()
    if (from.phase === 'commit') onImported()
  }
  return {
    state,
    start: (chosen: ImportJob) => {
      const job = withoutDoubles(chosen)
      keepJob(owner, job)
      void go(job, checkOf(job))
    },
    resume: () => {
      if (state.status === 'broken') void go(state.job, state.run)
    },
    commit: () => {
      if (state.status === 'complete') void go(state.job, commitOf(state.run))
    },
    discard: () => {
      working.current?.abort()
      forgetImport()
      setState({ status: 'choosing' })
    },
  }
}

/** Sends one part after the other until all is done, or until the server has failed too often on one. */
async function work(
  owner: string,
  job: ImportJob,
  from: ImportRun,
  signal: AbortSignal,
  show: (state: ImportState) => void,
): Promise<ImportState> {
  let run = from
  let failures = 0
  while (run.reached < run.queue.length) {
    keepRun(owner, run)
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
      await untilOnline(RETRY_MS)
    }
    // Left for another page, or given up: what was kept before these lines is enough to go on from.
    if (signal.aborted) break
  }
  if (!signal.aborted) keepRun(owner, run)
  if (run.phase === 'commit' && !signal.aborted) forgetImport()
  return { status: 'complete', job, run }
}

function leftOver(owner: string): ImportState {
  const kept = keptImport(owner)
  if (!kept) return { status: 'choosing' }
  const isComplete = kept.run.reached === kept.run.queue.length
  return isComplete ? { status: 'complete', ...kept } : { status: 'broken', ...kept, reason: INTERRUPTED }
}
