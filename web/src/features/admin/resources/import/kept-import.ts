import type { ImportJob, ImportRun } from './import-job.ts'

/** The job is large and never changes, the run is small and changes with every call. */
const JOB = 'import-job'
const RUN = 'import-run'

export type KeptImport = { job: ImportJob; run: ImportRun }

type Kept<T> = { owner: string; value: T }

/** Keeps a job for this tab, so that a reload loses nothing. A job too large for the browser's store is not kept. */
export function keepJob(owner: string, job: ImportJob): void {
  forgetImport()
  write(JOB, { owner, value: job })
}

/** Keeps how far it is. */
export function keepRun(owner: string, run: ImportRun): void {
  if (sessionStorage.getItem(JOB) !== null) write(RUN, { owner, value: run })
}

export function forgetImport(): void {
  sessionStorage.removeItem(JOB)
  sessionStorage.removeItem(RUN)
}

/** What this owner left unfinished in this tab. */
export function keptImport(owner: string): KeptImport | null {
  const job = read<ImportJob>(JOB)
  const run = read<ImportRun>(RUN)
  return job?.owner === owner && run?.owner === owner ? { job: job.value, run: run.value } : null
}

function write(key: string, kept: Kept<unknown>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // The store is full: the import goes on, a reload would begin it again.
    forgetImport()
  }
}

/** Only this module writes here, so that what is there has the form that it wrote. */
function read<T>(key: string): Kept<T> | null {
  const text = sessionStorage.getItem(key)
  return text === null ? null : (JSON.parse(text) as Kept<T>)
}
