import type { Distribution } from '../aws/distribution.ts'
import type { PreparationQueue } from '../aws/preparation-queue.ts'
import { describeError, logger } from '../http/log.ts'

export type EdgeCache = ReturnType<typeof createEdgeCache>
type Preparation = ReturnType<typeof createPreparation>
export type AfterChanges = { edgeCache: EdgeCache; preparation: Preparation }

const PATIENCE_MS = 4_000
/** CloudFront invalidates 15 paths with a star at a time; after more changes, all documents are invalidated. */
const PATHS_AT_MOST = 10

export function createEdgeCache(distribution: Distribution) {
  return {
    /** Never throws, since the change is made, and an old copy can be reached for two minutes at most. */
    async forget(...documentIds: string[]): Promise<void> {
      if (documentIds.length === 0) return
      const isMany = documentIds.length > PATHS_AT_MOST
      const paths = isMany ? ['/files/*'] : documentIds.map((id) => `/files/${id}/*`)
      try {
        await distribution.invalidate(paths, AbortSignal.timeout(PATIENCE_MS))
      } catch (error) {
        logger.warn('not invalidated', { paths, cause: describeError(error) })
      }
    },
  }
}

export function createPreparation(queue: Pick<PreparationQueue, 'send'>) {
  return {
    /** The owner saved the same link again: the file behind it may be new. Never throws: the nightly check asks too. */
    async lookAgain(...documentIds: string[]): Promise<void> {
      try {
        await queue.send(documentIds)
      } catch (error) {
        logger.warn('preparation not asked for', { documentIds, cause: describeError(error) })
      }
    },
  }
}
