import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type { Route } from '#shared/contract/route.ts'
import { logAnswer, requestIdOf } from './log.ts'
import { toDomainError } from './problem.ts'

/**
 * Middleware: logs one line a request, except for successful heartbeats. These are 99 of 100 calls, their lines would
 * cost as much as the calls, and the gateway's access log has them.
 * @param key names the route
 */
export function requestLog(
  key: string,
  route?: Route,
): MiddlewareObj<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  Context,
  { startedAt: number }
> {
  return {
    before: ({ internal }) => {
      internal.startedAt = performance.now()
    },
    after: (request) => {
      if (route?.lease !== 'renew') logAnswer(lineOf(key, request))
    },
    onError: (request) => {
      logAnswer({ ...lineOf(key, request), code: toDomainError(request.error).code })
    },
  }
}

type Answered = {
  event: APIGatewayProxyEventV2
  context: Context
  response: APIGatewayProxyStructuredResultV2 | null | undefined
  internal: { startedAt: number }
}

function lineOf(route: string, request: Answered) {
  return {
    requestId: requestIdOf(request),
    route,
    status: request.response?.statusCode ?? 0,
    durationMs: Math.round(performance.now() - request.internal.startedAt),
  }
}
