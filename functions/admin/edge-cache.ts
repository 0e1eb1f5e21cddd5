import type { Distribution } from '../aws/distribution.ts'
import { describeError, logger } from '../http/log.ts'

/** The edge's copies of documents. */
export type EdgeCache = {
  /**
   * Drops every copy of documents at the edge, after they were deleted or replaced. Ends within 4 s and never throws,
   * since the change stands already, and an old copy stays reachable for two minutes at most: its path holds the
   * version, and a ticket lives no longer. A failure is logged.
   */
  forget(...documentIds: string[]): Promise<void>
}

const PATIENCE_MS = 4_000
/** CloudFront works on 15 paths with a star at a time; after an import that replaced more, all documents are dropped. */
const PATHS_AT_MOST = 10

export function createEdgeCache(distribution: Distribution): EdgeCache {
  async function forget(...documentIds: string[]): Promise<void> {
    if (documentIds.length === 0) return
    const isMany = documentIds.length > PATHS_AT_MOST
    const paths = isMany ? ['/files/*'] : documentIds.map((id) => `/files/${id}/*`)
    try {
      await distribution.invalidate(paths, AbortSignal.timeout(PATIENCE_MS))
    } catch (error) {
      logger.warn('not invalidated', { paths, cause: describeError(error) })
    }
  }

  return { forget }
}
