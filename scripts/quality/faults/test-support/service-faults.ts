import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import type { Answer } from '#functions/test-support/gateway.ts'
import type { Route } from '#shared/contract/define-route.ts'
import { Problem } from '#shared/contract/problem-body.ts'
import type { ErrorCode } from '#shared/domain/domain-error.ts'
import { problems } from '#shared/domain/problems.ts'
import type { FakeAnswer, Service, ServiceRequest, TimedAnswer, Verdict, Watcher } from './faulty-site.ts'

const FAULTS = ['throttle', 'conflict', 'error', 'reset', 'slow'] as const
/**
 * `conflict`: a write meets another one. `reset`: the connection breaks before the work, after it, or in the middle of
 * a file.
 */
type FaultKind = (typeof FAULTS)[number]

/** Possible failures of each service: only the table knows conflicts. */
export const FAULTS_BY_SERVICE: Record<Service, readonly FaultKind[]> = {
  table: FAULTS,
  users: ['throttle', 'error', 'reset', 'slow'],
  drive: ['throttle', 'error', 'reset', 'slow'],
}

/** Failures of one API call: a share of its requests to a service fails in one way. */
export type InjectedFault = { service: Service; fault: FaultKind; percent: number }

const DELAYS_MS = [300, 1_200, 2_600]
/** Messages with internal names, none of which may reach a user. */
export const INTERNAL_WORDS = 'revision-local at 127.0.0.1: com.amazonaws.dynamodb Exception'

/** Injects the faults that `plans` names for API calls, by their ids, and counts the requests of each call. */
export class FaultInjector {
  readonly #plans: ReadonlyMap<string, InjectedFault>
  readonly #attempts = new Map<string, number>()
  readonly #drawn = new WeakMap<Buffer, DrawnFault>()
  #pauses = 0
  #lastSeenAt = performance.now()
  readonly #hits = new Map<string, number>()

  constructor(plans: ReadonlyMap<string, InjectedFault>) {
    this.#plans = plans
  }

  readonly watch: Watcher = async (request) => {
    this.#lastSeenAt = performance.now()
    const plan = this.#plans.get(request.callId)
    if (plan?.service !== request.service) return 'pass'
    if (request.moment === 'before') this.#draw(plan, request)
    const drawn = this.#drawn.get(request.body)
    if (drawn?.moment !== request.moment) return 'pass'
    this.#pauses += 1
    await setTimeout(drawn.pauseMs)
    this.#pauses -= 1
    this.#lastSeenAt = performance.now()
    return drawn.verdict
  }

  mostAttempts(service: Service): number {
    const counts = [...this.#attempts].filter(([key]) => key.startsWith(service)).map(([, count]) => count)
    return Math.max(0, ...counts)
  }

  countHits(service: Service, fault: FaultKind): number {
    return this.#hits.get(`${service} ${fault}`) ?? 0
  }

  /** Resolves when functions have finished their work after the answers. */
  async waitUntilQuiet(quietMs = 1_000): Promise<void> {
    while (this.#pauses > 0 || performance.now() - this.#lastSeenAt < quietMs) await setTimeout(50)
  }

  #draw({ service, fault, percent }: InjectedFault, { callId, operation, body }: ServiceRequest): void {
    const key = `${service} ${callId} ${operation} ${body.toString()}`
    this.#attempts.set(key, (this.#attempts.get(key) ?? 0) + 1)
    if (Math.random() * 100 >= percent) return
    const drawn = drawFault(service, fault, operation, body)
    if (!drawn) return
    this.#drawn.set(body, drawn)
    const name = `${service} ${fault}`
    this.#hits.set(name, (this.#hits.get(name) ?? 0) + 1)
  }
}

type DrawnFault = { moment: ServiceRequest['moment']; pauseMs: number; verdict: Verdict }

/** @returns null where this fault does not happen to such a request */
function drawFault(service: Service, fault: FaultKind, operation: string, body: Buffer): DrawnFault | null {
  const moment = pick(['before', 'after'] as const)
  switch (fault) {
    case 'slow':
      return { moment, pauseMs: pick(DELAYS_MS), verdict: 'pass' }
    case 'reset': {
      const isFile = service === 'drive' && operation.startsWith('GET ')
      return isFile && Math.random() < 0.3
        ? { moment: 'after', pauseMs: 0, verdict: 'cut' }
        : { moment, pauseMs: 0, verdict: 'reset' }
    }
    case 'conflict':
    case 'throttle':
    case 'error': {
      const verdict = REFUSALS[service](fault, operation, body)
      return verdict && { moment: 'before', pauseMs: 0, verdict }
    }
  }
}

type Refuse = (fault: 'throttle' | 'conflict' | 'error', operation: string, body: Buffer) => FakeAnswer | null

const REFUSALS: Record<Service, Refuse> = {
  table: (fault, operation, body) => {
    if (fault === 'error') return tableError(500, 'InternalServerError')
    const isTransaction = operation === 'TransactWriteItems'
    if (fault === 'throttle')
      return isTransaction && Math.random() < 0.5
        ? cancelledTransaction(body, 'ThrottlingError')
        : tableError(400, 'ProvisionedThroughputExceededException')
    if (isTransaction) return cancelledTransaction(body, 'TransactionConflict')
    const isWrite = /^(?:Update|Put|Delete)Item$/.test(operation)
    return isWrite ? tableError(400, 'TransactionConflictException') : null
  },
  users: (fault, operation) => {
    const isThrottle = fault === 'throttle'
    // The keys are a file, not an operation.
    if (operation.startsWith('GET ')) return jsonAnswer(isThrottle ? 429 : 500, { message: INTERNAL_WORDS })
    const type = isThrottle ? 'TooManyRequestsException' : 'InternalErrorException'
    return jsonAnswer(isThrottle ? 400 : 500, { __type: type, message: INTERNAL_WORDS })
  },
  drive: (fault, operation) => {
    if (operation === 'POST /token')
      return jsonAnswer(fault === 'throttle' ? 429 : 500, { error: INTERNAL_WORDS })
    const [code, reason] =
      fault === 'error'
        ? ([500, 'backendError'] as const)
        : pick([[403, 'userRateLimitExceeded'] as const, [429, 'rateLimitExceeded'] as const])
    const errors = [{ domain: 'usageLimits', reason, message: INTERNAL_WORDS }]
    return jsonAnswer(code, { error: { code, message: INTERNAL_WORDS, errors } })
  },
}

/** The first part of the transaction is its reason. */
function cancelledTransaction(body: Buffer, code: string): FakeAnswer {
  const { TransactItems = [] } = JSON.parse(body.toString()) as { TransactItems?: unknown[] }
  const CancellationReasons = TransactItems.map((_, index) => ({ Code: index === 0 ? code : 'None' }))
  return tableError(400, 'TransactionCanceledException', { CancellationReasons })
}

function tableError(status: number, type: string, more: object = {}): FakeAnswer {
  const body = { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: INTERNAL_WORDS, ...more }
  return jsonAnswer(status, body)
}

function jsonAnswer(status: number, body: object): FakeAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function pick<const T>(choices: readonly T[]): T {
  return choices[Math.floor(Math.random() * choices.length)] as T
}

/** An answer comes within this time; calls that work through many items take until the gateway's limit. */
const LONGEST_ANSWER_MS = 10_000
const LONGEST_WORK_MS = 29_000

/** Asks to try again: 503, and 502 where Drive does not deliver. */
const TRY_AGAIN: readonly ErrorCode[] = ['TEMPORARILY_UNAVAILABLE', 'DOCUMENT_SOURCE_FAILED']

/** Technical words, which no answer may contain. */
const INTERNALS =
  /revision-local|127\.0\.0\.1|localhost|amazon|dynamo|cognito|google|drive|exception|\bat \S+:\d+|node_modules|\.mjs/i

const StrictProblem = v.strictObject(Problem.entries)

/** @param healthy how the same call is answered without faults */
export function findAnswerFaults(
  { isLong, method, errors }: Pick<Route, 'isLong' | 'method' | 'errors'>,
  healthy: Pick<Answer, 'status' | 'json'>,
  answer: TimedAnswer,
): string[] {
  if (!answer) return ['there was no answer']
  const { status, ms } = answer
  const isLate = ms > (isLong ? LONGEST_WORK_MS : LONGEST_ANSWER_MS)
  const late = isLate ? [`the answer took ${Math.round(ms)} ms`] : []
  if (status < 400 && healthy.status >= 400)
    return [`answered ${status} instead of ${healthy.status}`, ...late]
  if (status < 400) return status === healthy.status ? late : [`answered ${status}`, ...late]
  // A repeated change may meet its own effect when the first answer was lost.
  const repeated = method === 'GET' ? [] : errors.filter((code) => [404, 409].includes(problems[code].status))
  const refused = healthy.status < 400 ? [] : [healthy.json.code as ErrorCode]
  return [...findProblemFaults(answer, [...TRY_AGAIN, ...refused, ...repeated]), ...late]
}

/** Lists what differs from a problem of the contract: shape, code, status, French sentence, and further fields. */
function findProblemFaults({ status, headers, text, json }: Answer, allowed: readonly ErrorCode[]): string[] {
  if (!v.is(StrictProblem, json)) return [`${status} is not a problem of the contract: ${text.slice(0, 200)}`]
  const code = allowed.find((each) => each === json.code)
  if (!code) return [`${status} ${json.code} is not what may be said here`]
  const faults = {
    'the content type is wrong': !headers['content-type']?.startsWith('application/problem+json'),
    'status or sentence are not those of the code':
      problems[code].status !== status || problems[code].detail !== json.detail,
    'nothing says when to try again': status === 503 && json.retryAfterSeconds === undefined,
    'the answer holds words of machines': INTERNALS.test(text),
  }
  return Object.entries(faults).flatMap(([fault, isFound]) => (isFound ? [`${fault}: ${text}`] : []))
}
