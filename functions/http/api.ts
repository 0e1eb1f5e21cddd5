import { createHash, timingSafeEqual } from 'node:crypto'
import middy, { type MiddlewareObj, type Request } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type { Route } from '#shared/contract/define-route.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { contractAnswer, requestParser } from './bodies.ts'
import { type ApiHandler, answerInTime } from './deadline.ts'
import { ORIGIN_SECRET_HEADER } from './environment.ts'
import type { Guard } from './guard.ts'
import { bindLinks } from './link-cookie.ts'
import { logAnswer, logger, requestIdOf } from './log.ts'
import { problemAnswer, problemAnswers, toDomainError } from './problem.ts'
import { createNonces, nonceAnswers } from './proof.ts'
import type { ThrottleCheck } from './throttle.ts'
import { type AnyCaller, type RouteHandler, systemClock } from './use-case.ts'

type ApiDeps = {
  originSecrets: readonly string[]
  /** Required when a route is not public. */
  guard?: Guard
  /** Required when a route has a limit. */
  throttle?: ThrottleCheck
  /** Counts a call while its limits are checked, so that the count costs no further round trip. */
  countCall?: CallCounter
}

/** Counts a call of a route. The result takes the count back, for a call that the limits refuse. */
export type CallCounter = (caller: AnyCaller, event: APIGatewayProxyEventV2) => Promise<() => Promise<void>>

/** The gateway names the route (`PUT /api/admin/users/{id}/premium`); everything unknown is NOT_FOUND. */
export function createApi(deps: ApiDeps, routes: readonly RouteHandler[]): ApiHandler {
  const handlers = new Map(routes.map((each) => [keyOf(each.route), createRouteHandler(deps, each)]))
  const unknownRoute = asHandler(
    openChain(deps, 'unknown').handler(() => {
      throw new DomainError('NOT_FOUND')
    }),
  )
  return (event, context) => (handlers.get(event.routeKey) ?? unknownRoute)(event, context)
}

/** Each middleware runs in this order before the use case, and in the opposite order after it. */
function createRouteHandler(deps: ApiDeps, { route, handle }: RouteHandler): ApiHandler {
  const key = keyOf(route)
  const chain = openChain(deps, key, route)
    .use(authorisation(route, deps))
    .use(requestParser(route))
    .use(rateLimit(route, deps))
    .use(bindLinks(route, deps.originSecrets[0] ?? ''))
    .use(contractAnswer(route))
    .handler((event, { caller, request, linkCookie }) => handle({ ...request, caller, linkCookie, event }))
  return answerInTime(key, route, asHandler(chain))
}

/** Builds the part of the chain that requests of unknown routes pass too. */
function openChain({ originSecrets }: ApiDeps, key: string, route?: Route) {
  // The limit of time is answerInTime's: middy's own covers the use case alone, not the middlewares.
  return middy<APIGatewayProxyEventV2, unknown>({ timeoutEarlyInMillis: 0 })
    .use(requestLog(key, route))
    .use(nonceAnswers(createNonces(originSecrets, systemClock), route))
    .use(problemAnswers())
    .use(requireOriginSecret(originSecrets))
}

type WithCaller = MiddlewareObj<APIGatewayProxyEventV2, unknown, Error, Context & { caller: AnyCaller }>

function authorisation(route: Route, { guard }: ApiDeps): WithCaller {
  if (route.access !== 'public' && !guard) throw new Error(`${keyOf(route)} needs a guard`)
  return {
    before: async ({ event, context }) => {
      context.caller = await guard?.(route, event)
    },
  }
}

/** A request that the route's schemas refuse is not counted: it must not use up the limit of others at its address. */
function rateLimit(route: Route, { throttle, countCall }: ApiDeps): WithCaller {
  if (route.throttle !== null && !throttle) throw new Error(`${keyOf(route)} needs a throttle`)
  if (route.throttle !== null && 'account' in route.throttle && route.access === 'public')
    throw new Error(`${keyOf(route)} needs an account to count by`)
  return {
    before: async ({ event, context }) => {
      const counting = countCall?.(context.caller, event)
      try {
        await throttle?.(route, context.caller, event)
      } catch (refusal) {
        await (await counting)?.()
        throw refusal
      }
      await counting
    },
  }
}

/** Middy's types demand of a caller what its middlewares add to the context. */
const asHandler = (chain: unknown) => chain as ApiHandler

function keyOf({ method, path }: Route): string {
  return `${method} ${path}`
}

/**
 * 404 for requests that bypass CloudFront. No metric, so that a flood costs little
 * (docs/decisions/13-keys-of-the-edge.md).
 */
function requireOriginSecret(secrets: readonly string[]): MiddlewareObj<APIGatewayProxyEventV2> {
  const trusted = secrets.map(digest)
  return {
    before: ({ event, context }) => {
      // The gateway sends header names in lower case. Every digest is compared, in constant time.
      const shown = digest(event.headers[ORIGIN_SECRET_HEADER] ?? '')
      if (trusted.map((each) => timingSafeEqual(each, shown)).includes(true)) return undefined
      const requestId = requestIdOf({ event, context })
      // The wrong secret is not logged, since it may be a mistyped one.
      logger.warn('bypassed the edge', { requestId })
      return problemAnswer(new DomainError('NOT_FOUND'), requestId)
    },
  }
}

/** Digests have the same length for any text, as the comparison demands. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Successful heartbeats are 99 of 100 calls; their lines would cost as much as they, and the gateway's log has them.
 */
function requestLog(key: string, route?: Route) {
  return {
    before: ({ internal }: TimedRequest) => {
      internal.startedAt = performance.now()
    },
    after: (request: TimedRequest) => {
      if (route?.lease !== 'renew') logAnswer(lineOf(key, request))
    },
    onError: (request: TimedRequest) => {
      logAnswer({ ...lineOf(key, request), code: toDomainError(request.error).code })
    },
  }
}

type Timed = { startedAt: number }
type TimedRequest = Request<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context, Timed>

function lineOf(route: string, request: TimedRequest) {
  return {
    requestId: requestIdOf(request),
    route,
    status: request.response?.statusCode ?? 0,
    durationMs: Math.round(performance.now() - request.internal.startedAt),
  }
}
