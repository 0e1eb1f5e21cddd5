import { Logger } from '@aws-lambda-powertools/logger'
import type { DomainError } from '#shared/domain/domain-error.ts'
import { countRefusal } from './metrics.ts'

/** Structured lines. Nothing that a person typed, no address and no token goes in (bar S7). */
export const logger = new Logger()

export type AnswerLine = {
  requestId: string
  /** The route's template, never the path that was asked for: that may hold an address. */
  route: string
  status: number
  code?: string
  durationMs: number
}

/** One line a request, but for heartbeats that went well: the gateway's access log has those. */
export function logAnswer(line: AnswerLine): void {
  logger.info('answered', line)
}

/** A call that did not come through CloudFront. What it showed in the secret's place is nobody's business. */
export function logStranger(requestId: string): void {
  logger.warn('not through the edge', { requestId })
}

/**
 * Something that failed by our fault or a neighbour's: its cause goes to the log, and it is counted for the alarms.
 * @param where the request, or the task that goes on without one
 */
export function logFailure(refusal: DomainError, where: { requestId: string } | { task: string }): void {
  logger.error('failed', { ...where, code: refusal.code, cause: describeError(refusal.cause) })
  countRefusal(refusal)
}

/** An accident as data. The SDK's errors carry whole items, so only these fields are taken. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  return { name, message, stack, ...(cause !== undefined && { cause: describeError(cause) }) }
}
