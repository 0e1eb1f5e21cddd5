import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type { Route } from '#shared/contract/define-route.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { timeLimitFactor } from '../aws/sdk.ts'
import { logAnswer, requestIdOf } from './log.ts'
import { refuse } from './problem.ts'

export type ApiHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>

/** Time kept back to answer 503 before Lambda would end the call without an answer. Milliseconds. */
const ANSWER_RESERVE_MS = 250

/** Users get an answer within 10 s, of which the network takes a part. Milliseconds. */
const ANSWER_WITHIN_MS = 9_000

/** Answers 503 when a request takes too long. Its work is not cancelled. */
export function answerInTime(key: string, route: Pick<Route, 'isLong'>, answer: ApiHandler): ApiHandler {
  return async (event, context) => {
    const startedAt = performance.now()
    const { promise: late, resolve } = Promise.withResolvers<Awaited<ReturnType<ApiHandler>>>()
    const timer = setTimeout(
      () => {
        const requestId = requestIdOf({ event, context })
        const error = new DomainError('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 2 })
        const problem = refuse(error, requestId)
        const durationMs = Math.round(performance.now() - startedAt)
        logAnswer({ requestId, route: key, status: problem.statusCode, code: error.code, durationMs })
        resolve(problem)
      },
      answerTime(route, context),
    )
    try {
      return await Promise.race([answer(event, context), late])
    } finally {
      clearTimeout(timer)
    }
  }
}

export function answerTime(
  { isLong }: Pick<Route, 'isLong'>,
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
): number {
  const left = Math.max(getRemainingTimeInMillis() - ANSWER_RESERVE_MS, 0)
  return isLong ? left : Math.min(left, ANSWER_WITHIN_MS * timeLimitFactor())
}
