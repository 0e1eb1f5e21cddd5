import middy from '@middy/core'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type { Route } from '#shared/contract/route.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { answerOf } from './answer.ts'
import { readBody } from './body.ts'
import type { Call, CallEvent, CallRequest } from './call.ts'
import { inTime, patienceFor } from './deadline.ts'
import { ORIGIN_SECRET_HEADER } from './environment.ts'
import type { Admission, Guard } from './guard.ts'
import { logAnswer, logFailure, logStranger } from './log.ts'
import { countRefusal } from './metrics.ts'
import type { Handled } from './on.ts'
import { edgeCheck } from './origin-secret.ts'
import { problemAnswer, toDomainError } from './problem.ts'
import { parseParts } from './request-parts.ts'
import type { Throttle } from './throttle.ts'

/** A capability's Lambda handler. */
export type ApiHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>

/** What whoever did not come through the edge is told. */
const STRANGER = new DomainError('NOT_FOUND')

/**
 * The one middleware chain around a capability's routes. The gateway sends each request with the key of its contract
 * route (`PUT /api/admin/users/{id}/premium`); `$default` and everything unknown is NOT_FOUND.
 * Order: whether it comes through the edge (404 else, as if nothing were here), route, headers, guard (401 and the 403s),
 * throttle (429), what is wrong with the request (404, 413, 400), use case, answer by the contract. Where the guard
 * reads what a request is about together with the caller, the request is parsed before; what is wrong with it is told
 * only to whoever may act all the same.
 * @param deps.originSecrets by which CloudFront is known
 * @param deps.guard needed as soon as one route is not public or has a target
 * @param deps.throttle needed as soon as one route has a limit
 */
export function api(
  {
    originSecrets,
    guard,
    throttle,
  }: { originSecrets: readonly string[]; guard?: Guard; throttle?: Throttle },
  handled: readonly Handled[],
): ApiHandler {
  const byKey = new Map(handled.map((entry) => [keyOf(entry.route), entry]))
  const unguarded = handled.find(({ route, targetOf }) => route.access !== 'public' || targetOf)
  if (!guard && unguarded) throw new Error(`${keyOf(unguarded.route)} needs a guard`)
  const uncounted = handled.find(
    ({ route }) => route.throttle !== null && (!throttle || route.access === 'public'),
  )
  if (uncounted) throw new Error(`${keyOf(uncounted.route)} needs a throttle and an account to count by`)

  const isFromEdge = edgeCheck(originSecrets)

  /** Nobody walks round the edge: its firewall, its word on the viewer's address. */
  function refuseStrangers({ event, context }: CallRequest): void {
    const requestId = event.requestContext.requestId || context.awsRequestId
    event.call = { requestId, startedAt: performance.now() } as Call
    // The gateway hands names over in lower case.
    if (!isFromEdge(event.headers[ORIGIN_SECRET_HEADER])) throw STRANGER
  }

  function findRoute({ event }: CallRequest): void {
    const entry = byKey.get(event.routeKey)
    if (!entry) throw new DomainError('NOT_FOUND')
    event.call.handled = entry
    event.call.asked = { kind: 'unopened' }
  }

  async function admit(request: CallRequest): Promise<void> {
    const { call, headers } = request.event
    const { route, targetOf } = call.handled
    // Elsewhere strangers do not get megabytes of theirs parsed.
    if (targetOf) read(request)
    const target = call.asked.kind === 'read' ? (targetOf?.(call.asked.parts) ?? null) : null
    call.admission = (await guard?.(route, headers, target)) ?? { caller: undefined, target: null }
  }

  async function limit({ event }: CallRequest): Promise<void> {
    const { call } = event
    await throttle?.(call.handled.route, userIdOf(call.admission.caller), event)
  }

  // Its own early answer would leave out the guard and the throttle.
  const chain = middy(({ call }: CallEvent) => call.handled.handle(inputOf(call)), {
    timeoutEarlyInMillis: 0,
  })
    .before(refuseStrangers)
    .before(findRoute)
    .use(httpHeaderNormalizer())
    .before(admit)
    .before(limit)
    .before(readOrRefuse)
    .after(answer)
    .onError(refuse) as unknown as ApiHandler
  return (event, context) => {
    const patience = patienceFor(byKey.get(event.routeKey)?.route, context)
    return inTime(chain(event, context), patience, () => refuseLate(event as CallEvent, context))
  }
}

function read(request: CallRequest): void {
  const { event } = request
  const { handled } = event.call
  const { pathParameters: params = {}, queryStringParameters: query = {} } = event
  try {
    const parts = parseParts(handled.route, { params, query, readBody: () => readBody(request) })
    event.call.asked = { kind: 'read', parts }
  } catch (error) {
    event.call.asked = { kind: 'unread', error }
  }
}

function readOrRefuse(request: CallRequest): void {
  if (request.event.call.asked.kind === 'unopened') read(request)
  const { asked, admission } = request.event.call
  if (asked.kind !== 'unread') return
  // Who may not act learns nothing else, not even that he asks for nothing.
  const { caller } = admission
  throw caller && 'kind' in caller && caller.kind === 'refused' ? caller.refusal : asked.error
}

function inputOf({ asked, admission }: Call) {
  if (asked.kind !== 'read') throw new Error('The request was not read')
  return { ...asked.parts, ...admission }
}

/** Whose token a request carries, as far as the guard has checked it; null: nobody's. */
function userIdOf(caller: Admission['caller']): string | null {
  if (!caller) return null
  if ('user' in caller) return caller.user.id
  if ('userId' in caller) return caller.userId
  return caller.caller.user.id
}

function refuseLate(event: CallEvent, context: Context): APIGatewayProxyStructuredResultV2 {
  const error = new DomainError('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 2 })
  const request: CallRequest = { event, context, response: null, error, internal: {} }
  refuse(request)
  return request.response as APIGatewayProxyStructuredResultV2
}

function answer(request: CallRequest): void {
  const { event } = request
  const { route } = event.call.handled
  const response = answerOf(route, request.response, event.headers['if-none-match'])
  request.response = response
  // 99 of 100 calls are heartbeats, whose lines would cost as much as the calls.
  if (route.lease !== 'renew') logAnswer(lineOf(request, response.statusCode ?? route.status))
}

function refuse(request: CallRequest): void {
  const refusal = toDomainError(request.error)
  const requestId = request.event.call?.requestId ?? request.context.awsRequestId
  const response = problemAnswer(refusal, requestId)
  request.response = response
  // A flood round the edge is to cost as little as may be: one line, no metric.
  if (refusal === STRANGER) return logStranger(requestId)
  if (response.statusCode >= 500) logFailure(refusal, { requestId })
  else countRefusal(refusal)
  logAnswer({ ...lineOf(request, response.statusCode), code: refusal.code })
}

function lineOf({ event }: CallRequest, status: number) {
  const { requestId = '', startedAt = performance.now(), handled } = event.call ?? {}
  return {
    requestId,
    route: handled ? keyOf(handled.route) : 'unknown',
    status,
    durationMs: Math.round(performance.now() - startedAt),
  }
}

function keyOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`
}
