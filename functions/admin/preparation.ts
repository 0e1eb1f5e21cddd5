import type { PreparationQueue } from '../aws/preparation-queue.ts'
import { describeError, logger } from '../http/log.ts'

export type Preparation = {
  /**
   * Asks for documents to be looked at whose owner saved the same link again, since the file behind it may be new. It
   * never throws: the nightly check asks too. A failure is logged.
   */
  lookAgain(...documentIds: string[]): Promise<void>
}

export function createPreparation(queue: Pick<PreparationQueue, 'send'>): Preparation {
  return {
    async lookAgain(...documentIds) {
      try {
        await queue.send(documentIds)
      } catch (error) {
        logger.warn('preparation not asked for', { documentIds, cause: describeError(error) })
      }
    },
  }
}
