import { Logger } from '@aws-lambda-powertools/logger'
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import type { Refusal } from '#shared/domain/refusal.ts'

/** Structured lines. Nothing that a person typed, no address and no token goes in (bar S7). */
export const logger = new Logger()
const metrics = new Metrics()

export type AnswerLine = {
  requestId: string
  /** The route's template, never the path that was asked for: that may hold an address. */
  route: string
  status: number
  code?: string
  durationMs: number
}

/** One line a request. */
export function logAnswer(line: AnswerLine): void {
  logger.info('answered', line)
}

/**
 * Something that failed by our fault or a neighbour's: its cause goes to the log, its code to the alarms' metric.
 * @param where the request, or the task that goes on without one
 */
export function logFailure(refusal: Refusal, where: { requestId: string } | { task: string }): void {
  logger.error('failed', { ...where, code: refusal.code, cause: describeError(refusal.cause) })
  const metric = metrics.singleMetric()
  metric.addDimension('code', refusal.code)
  metric.addMetric('Failures', MetricUnit.Count, 1)
}

/** An accident as data. The SDK's errors carry whole items, so only these fields are taken. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  return { name, message, stack, ...(cause !== undefined && { cause: describeError(cause) }) }
}
