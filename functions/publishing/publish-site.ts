import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RenderedFile, ShareCard } from '#shared/contract/published-content.ts'
import type { SiteBucket } from '../aws/site-bucket.ts'
import type { Deps } from '../http/deps.ts'
import { isPublished } from './environment.ts'

export type PublishingDeps = Pick<Deps, 'publications' | 'clock'> & {
  /** Reads the content and renders every file of the site that depends on it. */
  render: () => AsyncIterable<RenderedFile | ShareCard>
  bucket: SiteBucket
}

type Run = {
  id: string
  /** Returns the function's remaining time. */
  remainingMs: () => number
}

/** Pause before the lock of another run is tried again. */
const LOOK_AGAIN_MS = 500
/** No work is begun with less time than this, which is reserved to end in order. */
const RESERVE_MS = 20_000

/**
 * Publishes the site once: writes every file that differs from the stored one, and deletes files of pages that no longer
 * exist. Copies at the edge expire by themselves, since an invalidation is billed by path. Cards that are not stored yet
 * are drawn last, when the pages count as published. One publication runs at a time; a request that comes during it
 * waits, and is covered by a publication that begins after it.
 * @returns the paths that were written or deleted; null when another run covered the request
 * @throws the error of a part, after the publication is stored as failed; written files stay
 */
export async function publishSite(deps: PublishingDeps, run: Run): Promise<string[] | null> {
  const { publications, clock } = deps
  const request = await publications.addRequest()
  if ((await takeLock(deps, run, request)) === 'covered') return null
  let changed: string[]
  let missing: ShareCard[]
  try {
    ;({ changed, missing } = await storeFiles(deps))
    await publications.finish(run.id, { now: clock.now(), filesWritten: changed.length })
  } catch (error) {
    await publications.fail(run.id, clock.now()).catch(() => {
      // The lock ends with the function's time.
    })
    throw error
  }
  for (const { path, draw } of missing)
    await deps.bucket.put({ path, body: await draw(), contentType: 'image/png' })
  return changed
}

async function takeLock({ publications, clock }: PublishingDeps, run: Run, request: number) {
  for (;;) {
    const now = clock.now()
    if (run.remainingMs() < RESERVE_MS) throw new Error('Another publication did not end in time')
    const until = new Date(now.getTime() + run.remainingMs())
    const beginning = await publications.begin(request, { runId: run.id, now, until })
    if (beginning !== 'running') return beginning
    await pause(LOOK_AGAIN_MS)
  }
}

/** Limit by the function's memory; S3 takes many more at once. */
const STORED_AT_ONCE = 20

async function storeFiles({ bucket, render }: PublishingDeps) {
  const changed: string[] = []
  const missing: ShareCard[] = []
  const stored = await bucket.listDigests()
  const rendered = new Set<string>()
  const waiting: RenderedFile[] = []
  const store = () => Promise.all(waiting.splice(0).map((file) => bucket.put(file)))
  for await (const file of render()) {
    rendered.add(file.path)
    if ('draw' in file) {
      if (!stored.has(file.path)) missing.push(file)
    } else if (stored.get(file.path) !== md5(file.body)) {
      changed.push(file.path)
      waiting.push(file)
    }
    if (waiting.length === STORED_AT_ONCE) await store()
  }
  await store()
  const gone = [...stored.keys()].filter((key) => isPublished(key) && !rendered.has(key))
  await bucket.remove(gone)
  return { changed: [...changed, ...gone], missing }
}

function md5(body: string | Uint8Array): string {
  return createHash('md5').update(body).digest('hex')
}
