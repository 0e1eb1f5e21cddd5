import middy from '@middy/core'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type { Route } from '#shared/contract/route.ts'
import { Refusal } from '#shared/domain/refusal.ts'
import { answerOf } from './answer.ts'
import { readBody } from './body.ts'
import type { Call, CallEvent, CallRequest } from './call.ts'
import type { Guard } from './guard.ts'
import { logAnswer, logFailure } from './log.ts'
import type { Bearer, Caller, Handled } from './on.ts'
import { problemAnswer, refusalOf } from './problem.ts'
import { parseParts } from './request-parts.ts'
import type { Throttle } from './throttle.ts'

/** A capability's Lambda handler. */
export type ApiHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>

/** Time kept back to say 503 before Lambda would end the call without an answer. Milliseconds. */
const ANSWER_RESERVE_MS = 250

/**
 * The one middleware chain around a capability's routes. The gateway sends each request with the key of its contract
 * route (`PUT /api/admin/users/{id}/premium`); `$default` and everything unknown is NOT_FOUND.
 * Order: route, headers, guard (401 and the 403s), throttle (429), 501, path (404), body size and JSON, schemas, use
 * case, answer by the contract.
 * @param deps.guard needed as soon as one route is not public
 * @param deps.throttle needed as soon as one route has a limit
 */
export function api(
  { guard, throttle }: { guard?: Guard; throttle?: Throttle },
  handled: readonly Handled[],
): ApiHandler {
  const byKey = new Map(handled.map((entry) => [keyOf(entry.route), entry]))
  const unguarded = handled.find(({ route }) => route.access !== 'public')
  if (!guard && unguarded) throw new Error(`${keyOf(unguarded.route)} needs a guard`)
  const uncounted = handled.find(({ route }) => route.throttle !== null && (!throttle || !hasAccount(route)))
  if (uncounted) throw new Error(`${keyOf(uncounted.route)} needs a throttle and an account to count by`)

  function findRoute({ event, context }: CallRequest): void {
    const requestId = event.requestContext.requestId || context.awsRequestId
    event.call = { requestId, startedAt: performance.now() } as Call
    const entry = byKey.get(event.routeKey)
    if (!entry) throw new Refusal('NOT_FOUND')
    event.call.handled = entry
  }

  async function admit({ event }: CallRequest): Promise<void> {
    const { route } = event.call.handled
    const caller = guard?.(route, event.headers)
    // A document's guard runs beside the reading of the document; whoever awaits it gets its refusal.
    if (route.access === 'document') Promise.resolve(caller).catch(() => undefined)
    event.call.input = { caller: route.access === 'document' ? caller : await caller } as Call['input']
  }

  async function limit({ event }: CallRequest): Promise<void> {
    const { route } = event.call.handled
    if (hasAccount(route)) await throttle?.(route, event.call.input.caller as Bearer | Caller, event)
  }

  const timeout = { timeoutEarlyInMillis: ANSWER_RESERVE_MS, timeoutEarlyResponse: refuseLate }
  return middy((event: CallEvent) => event.call.handled.handle?.(event.call.input), timeout)
    .before(findRoute)
    .use(httpHeaderNormalizer())
    .before(admit)
    .before(limit)
    .before(parse)
    .after(answer)
    .onError(refuse) as unknown as ApiHandler
}

async function parse(request: CallRequest): Promise<void> {
  const { event } = request
  const { handled, input } = event.call
  try {
    if (handled.handle === null) throw new Refusal('NOT_IMPLEMENTED')
    const { pathParameters: params = {}, queryStringParameters: query = {} } = event
    Object.assign(input, parseParts(handled.route, { params, query, readBody: () => readBody(request) }))
  } catch (error) {
    // Who may not act learns nothing else: where the guard still runs, its refusal goes first.
    await input.caller
    throw error
  }
}

/** Whether the caller is known for sure once the guard has let him pass. */
function hasAccount({ access }: Route): boolean {
  return access !== 'public' && access !== 'document'
}

function refuseLate(): never {
  throw new Refusal('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 2 })
}

function answer(request: CallRequest): void {
  const { event } = request
  const { route } = event.call.handled
  const response = answerOf(route, request.response, event.headers['if-none-match'])
  request.response = response
  logAnswer(lineOf(request, response.statusCode ?? route.status))
}

function refuse(request: CallRequest): void {
  const refusal = refusalOf(request.error)
  const requestId = request.event.call?.requestId ?? request.context.awsRequestId
  const response = problemAnswer(refusal, requestId)
  request.response = response
  if (response.statusCode >= 500 && refusal.code !== 'NOT_IMPLEMENTED') logFailure(refusal, { requestId })
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
