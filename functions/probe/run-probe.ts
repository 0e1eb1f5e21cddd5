import { logger } from '../http/log.ts'
import { count } from '../http/metrics.ts'
import { openDocument, type ProbeDeps } from './open-document.ts'
import { StepFailed } from './step.ts'

/**
 * Opens a document and counts the result: ProbeFailed is 1 or 0, ProbeDuration the time of a successful run. The log
 * names the failed step and the request id of its answer. Without its account the probe counts nothing, so that the
 * alarm rings when an existing account no longer works, and not before there is one.
 * @throws Error when the probe cannot read its password
 */
export async function runProbe(deps: ProbeDeps): Promise<void> {
  const startedAt = performance.now()
  const failure = await openDocument(deps).then(() => null, failureOf)
  const durationMs = Math.round(performance.now() - startedAt)
  if (failure?.step !== 'account') count('ProbeFailed', failure ? 1 : 0)
  if (failure) {
    const { step, requestId, message } = failure
    logger.error('probe failed', { step, requestId, reason: message, durationMs })
    return
  }
  count('ProbeDuration', durationMs)
  logger.info('probe passed', { durationMs })
}

function failureOf(error: unknown): StepFailed {
  if (error instanceof StepFailed) return error
  throw error
}
