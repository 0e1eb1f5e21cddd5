import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RenderedFile, ShareCard } from '#shared/contract/published-content.ts'
import type { Distribution } from '../aws/distribution.ts'
import type { SiteBucket } from '../aws/site-bucket.ts'
import type { Publications } from '../data/publication.ts'
import type { Clock } from '../http/clock.ts'
import { describeError, logger } from '../http/log.ts'
import { isPublished } from './environment.ts'

export type PublishingDeps = {
  publications: Pick<Publications, 'addRequest' | 'begin' | 'finish' | 'fail'>
  /** Reads the content and renders every file of the site that depends on it. */
  render: () => AsyncIterable<RenderedFile | ShareCard>
  bucket: SiteBucket
  distribution: Pick<Distribution, 'invalidate'>
  clock: Clock
}

export type Run = {
  id: string
  /** What is left of the function's time. */
  remainingMs: () => number
}

/** Between two looks at a lock that another run holds. */
const LOOK_AGAIN_MS = 500
/** Kept back to end in order: below this nothing is begun. */
const RESERVE_MS = 20_000
const INVALIDATION_PATIENCE_MS = 10_000
/**
 * Files whose copies at the edge are dropped at most, two paths each. A thousand paths a month are free; when everything
 * changes, as with a deployment, the copies end by themselves within a minute. `/*` would drop every document too.
 */
const INVALIDATED_AT_MOST = 50

/**
 * Publishes the site once: every file that differs from the stored one is written, files that belong to nothing any more
 * are deleted, and the edge's copies of them dropped. Cards that are not stored yet are drawn last, when the pages count as
 * published. One publication runs at a time; a request that comes meanwhile waits, and is done when a publication that
 * began after it is.
 * @returns the paths that were written or deleted; null when another run covered the request
 * @throws the error of a part, after the state says that the publication failed; what was written stays
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

/** S3 takes far more at once; the function's memory holds these. */
const STORED_AT_ONCE = 20

async function storeFiles(deps: PublishingDeps) {
  const { bucket, render } = deps
  const changed: string[] = []
  const missing: ShareCard[] = []
  try {
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
    changed.push(...gone)
  } finally {
    // Also of a publication that failed half-way: its next attempt finds these files as they should be.
    await dropCopies(deps, changed)
  }
  return { changed, missing }
}

/** Never throws: without it, a copy ends within a minute. */
async function dropCopies({ distribution }: PublishingDeps, files: readonly string[]): Promise<void> {
  if (files.length === 0 || files.length > INVALIDATED_AT_MOST) return
  try {
    const paths = [...new Set(files.flatMap(pathsOfFile))]
    await distribution.invalidate(paths, AbortSignal.timeout(INVALIDATION_PATIENCE_MS))
  } catch (error) {
    logger.warn('not invalidated', { files, cause: describeError(error) })
  }
}

/** CloudFront's documentation asks for both where a function rewrites paths: as the browser asks, and as it is stored. */
function pathsOfFile(file: string): string[] {
  if (file === 'index.html') return ['/', '/index.html']
  return file.endsWith('.html') ? [`/${file.slice(0, -'.html'.length)}`, `/${file}`] : [`/${file}`]
}

function md5(body: string | Uint8Array): string {
  return createHash('md5').update(body).digest('hex')
}
