import { documentOfResource, documentsOfSubject } from '#shared/domain/documents/document.ts'
import { preparedPath } from '#shared/entities/prepared-document.ts'
import type { PagesBucket } from '../aws/buckets.ts'
import type { Distribution } from '../aws/distribution.ts'
import { logger } from '../http/log.ts'
import type { Deps } from '../http/use-case.ts'

export type ForgetDeps = Pick<Deps, 'prepared' | 'clock'> & {
  bucket: PagesBucket
  distribution: Distribution
}

/** Pictures that no document has stay so long, for a file that is put back. */
const UNUSED_DAYS = 30
const DAY_MS = 86_400_000
const INVALIDATION_MS = 10_000

export async function releaseDocument(deps: ForgetDeps, documentId: string): Promise<void> {
  const uses = await deps.prepared.listUses()
  for (const { digest, documents } of uses) {
    if (!documents.has(documentId)) continue
    const isLast = documents.size === 1 || (await deps.prepared.release(digest, documentId, deps.clock.now()))
    if (isLast) await forget(deps, digest)
  }
}

/**
 * Removes once a day the pictures that no document has had for 30 days. Those that the bucket lacks, as after a restore
 * beside another bucket, are forgotten, so that the next reader has them drawn again.
 */
export async function forgetUnused(deps: ForgetDeps & Pick<Deps, 'subjects' | 'resources'>): Promise<void> {
  const [subjects, resources] = await Promise.all([deps.subjects.listAll(), deps.resources.listAll()])
  const documents = [...subjects.flatMap(documentsOfSubject), ...resources.map(documentOfResource)]
  const current = new Map(documents.map(({ id, digest }) => [id, digest]))
  const used = new Set(current.values())
  const now = deps.clock.now()
  // A document that was prepared while they were listed is in no list of digests yet, and loses nothing for 30 days.
  for (const { digest, documents: ids, unusedSince } of await deps.prepared.listUses()) {
    if (!(await deps.bucket.readManifest(digest))) {
      await deps.prepared.forget(digest)
      continue
    }
    for (const id of ids) if (current.get(id) !== digest) await deps.prepared.release(digest, id, now)
    const unusedMs = unusedSince === undefined ? 0 : now.getTime() - Date.parse(unusedSince)
    if (unusedMs > UNUSED_DAYS * DAY_MS && !used.has(digest)) await forget(deps, digest)
  }
}

/**
 * The item goes last, so that an interrupted call can be repeated. The same bytes of another document are drawn again.
 */
async function forget({ prepared, bucket, distribution }: ForgetDeps, digest: string): Promise<void> {
  await bucket.remove(digest)
  await distribution.invalidate([`${preparedPath(digest)}/*`], AbortSignal.timeout(INVALIDATION_MS))
  await prepared.forget(digest)
  logger.info('pictures removed', { digest })
}
