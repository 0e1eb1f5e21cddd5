import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { subjectId } from '#shared/catalogue/subjects.ts'
import type { FoundExercise, RenderedFile, ShareCard } from '#shared/contract/published-content.ts'
import {
  readStatement,
  type StatementExercise,
  tellingWords,
} from '#shared/domain/practice/statement-words.ts'
import { rowTexts } from '#shared/entities/prepared-document.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { PagesBucket, SiteBucket } from '../aws/buckets.ts'
import type { Deps } from '../http/use-case.ts'
import { isPublished } from './environment.ts'

export type PublishingDeps = Pick<Deps, 'publications' | 'clock'> & {
  render: () => AsyncIterable<RenderedFile | ShareCard>
  bucket: SiteBucket
}

type Run = { id: string; remainingMs: () => number }

/** Pause before the lock of another run is tried again. */
const LOOK_AGAIN_MS = 500
/** No work is begun with less time than this, which is reserved to end in order. */
const RESERVE_MS = 20_000

/**
 * Writes every file that differs from the stored one, and deletes files of pages that no longer exist. Copies at the
 * edge expire by themselves, since an invalidation is billed by path. Cards that are not stored yet are drawn last,
 * when the pages count as published. A request that comes during a publication waits, and is covered by one that begins
 * after it. @returns the paths that were written or deleted; null when another run covered the request
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

/** The statements that were read, by their digests. A change of how they are read needs another name of the object. */
const ReadStatements = v.record(
  v.string(),
  v.array(
    v.object({
      number: v.number(),
      title: v.string(),
      points: v.nullable(v.number()),
      page: v.nullable(v.number()),
      words: v.array(v.tuple([v.string(), v.number()])),
    }),
  ),
)

/** Limit by the function's memory. */
const READ_AT_ONCE = 8

/**
 * Returns the exercises in the texts of statements with their most telling words. One object keeps the words of all
 * statements, so that a publication reads the texts of new ones only. A paper that is not prepared is left out.
 */
export async function readStatements(
  bucket: PagesBucket,
  subjects: readonly Subject[],
): Promise<Map<string, FoundExercise[]>> {
  const digests = new Set(subjects.flatMap(({ digest }) => digest ?? []))
  const stored = Object.entries((await bucket.readStatements(ReadStatements)) ?? {})
  const read = new Map<string, StatementExercise[]>(stored.filter(([digest]) => digests.has(digest)))
  const isStale = read.size < stored.length
  const missing = [...digests].filter((digest) => !read.has(digest))
  while (missing.length > 0)
    await Promise.all(
      missing.splice(0, READ_AT_ONCE).map(async (digest) => {
        const text = await bucket.readText(digest)
        if (text) read.set(digest, readStatement(text.pages.map(rowTexts)))
      }),
    )
  if (isStale || read.size > stored.length) await bucket.putStatements(Object.fromEntries(read))
  return chooseWords(read, subjects)
}

/** The words are chosen among all papers, so that those of a new one may change the words of others. */
function chooseWords(read: ReadonlyMap<string, StatementExercise[]>, subjects: readonly Subject[]) {
  const exercises = subjects.flatMap((subject) =>
    (read.get(subject.digest ?? '') ?? []).map((exercise) => ({ id: subjectId(subject), exercise })),
  )
  const words = tellingWords(exercises.map(({ exercise }) => exercise))
  const found = exercises.map(({ id, exercise }, index) => ({
    id,
    exercise: { ...exercise, words: words[index] ?? [] },
  }))
  const papers = Map.groupBy(found, ({ id }) => id)
  return new Map([...papers].map(([id, ofPaper]) => [id, ofPaper.map(({ exercise }) => exercise)]))
}
