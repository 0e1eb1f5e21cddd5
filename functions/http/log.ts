import { Logger } from '@aws-lambda-powertools/logger'
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import type { DomainError } from '#shared/domain/domain-error.ts'
import { countRefusal } from './metrics.ts'

/** Writes structured lines, which never contain what a person typed, an address or a token. */
export const logger = new Logger()

/** Returns the id that the gateway's access log has too. */
export function requestIdOf({ event, context }: { event: APIGatewayProxyEventV2; context: Context }): string {
  return event.requestContext.requestId || context.awsRequestId
}

type AnswerLine = {
  requestId: string
  /** The route's template, never the requested path, which may hold an address. */
  route: string
  status: number
  code?: string
  durationMs: number
}

export function logAnswer(line: AnswerLine): void {
  logger.info('answered', line)
}

/** Logs the cause of a failure of a request or task, and counts it for the alarms. */
export function logFailure(refusal: DomainError, where: { requestId: string } | { task: string }): void {
  logger.error('failed', { ...where, code: refusal.code, cause: describeError(refusal.cause) })
  countRefusal(refusal)
}

/** Returns an error as data. The SDK's errors carry whole items, so only these fields are taken. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  return { name, message, stack, ...(cause !== undefined && { cause: describeError(cause) }) }
}
