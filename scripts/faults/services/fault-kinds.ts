import { drawFrom } from '../draw.ts'
import type { System } from '../product/product.ts'
import type { OwnAnswer, Passing, Verdict } from '../product/tap.ts'

export const FAULT_KINDS = ['throttle', 'conflict', 'error', 'reset', 'slow'] as const
/**
 * How a service fails. `throttle`: too many calls. `conflict`: a write meets another one. `error`: 500. `reset`: the
 * connection breaks before the work, after it, or (Drive) in the middle of a file. `slow`: it answers late, now and then
 * later than anybody waits.
 */
export type FaultKind = (typeof FAULT_KINDS)[number]

/** How each service can fail: only the table knows conflicts. */
export const KINDS_OF: Record<System, readonly FaultKind[]> = {
  table: FAULT_KINDS,
  users: ['throttle', 'error', 'reset', 'slow'],
  drive: ['throttle', 'error', 'reset', 'slow'],
}

/** What happens to one call: something before its work or after it. */
export type Blow = { moment: Passing['moment']; waitMs: number; verdict: Verdict }

const DELAYS_MS = [300, 1_200, 2_600]
/** As a careless service would say it: none of it may reach a person. */
const TELLING = 'revision-local at 127.0.0.1: com.amazonaws.dynamodb Exception'

/** Draws how a call fails; null: this kind does not happen to such a call. */
export function drawBlow(
  system: System,
  kind: FaultKind,
  { operation, body }: Pick<Passing, 'operation' | 'body'>,
  random: () => number,
): Blow | null {
  switch (kind) {
    case 'slow':
      return {
        moment: drawFrom(['before', 'after'] as const, random),
        waitMs: drawFrom(DELAYS_MS, random),
        verdict: 'pass',
      }
    case 'reset': {
      const isFile = system === 'drive' && operation.startsWith('GET ')
      const verdict = drawFrom(isFile ? (['drop', 'drop', 'cut'] as const) : (['drop'] as const), random)
      const moment = verdict === 'cut' ? 'after' : drawFrom(['before', 'after'] as const, random)
      return { moment, waitMs: 0, verdict }
    }
    case 'conflict':
    case 'throttle':
    case 'error': {
      const verdict = REFUSALS[system](kind, operation, body, random)
      return verdict && { moment: 'before', waitMs: 0, verdict }
    }
  }
}

type Refuse = (
  kind: 'throttle' | 'conflict' | 'error',
  operation: string,
  body: Buffer,
  random: () => number,
) => OwnAnswer | null

const REFUSALS: Record<System, Refuse> = { table: refuseTable, users: refuseUsers, drive: refuseDrive }

function refuseTable(...[kind, operation, body, random]: Parameters<Refuse>): OwnAnswer | null {
  if (kind === 'error') return tableError(500, 'InternalServerError')
  const isTransaction = operation === 'TransactWriteItems'
  if (kind === 'throttle')
    return isTransaction && random() < 0.5
      ? cancelled(body, 'ThrottlingError')
      : tableError(400, 'ProvisionedThroughputExceededException')
  if (isTransaction) return cancelled(body, 'TransactionConflict')
  return /^(?:Update|Put|Delete)Item$/.test(operation)
    ? tableError(400, 'TransactionConflictException')
    : null
}

function tableError(status: number, type: string, more: object = {}): OwnAnswer {
  const text = { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: TELLING, ...more }
  return jsonAnswer(status, text, 'application/x-amz-json-1.0')
}

/** The first part of the transaction is its reason. */
function cancelled(body: Buffer, code: string): OwnAnswer {
  const { TransactItems = [] } = JSON.parse(body.toString()) as { TransactItems?: unknown[] }
  const CancellationReasons = TransactItems.map((_, index) => ({ Code: index === 0 ? code : 'None' }))
  return tableError(400, 'TransactionCanceledException', { CancellationReasons })
}

function refuseUsers(...[kind, operation]: Parameters<Refuse>): OwnAnswer {
  const isThrottle = kind === 'throttle'
  // The keys are a file, not an operation.
  if (operation.startsWith('GET ')) return jsonAnswer(isThrottle ? 429 : 500, { message: TELLING })
  const type = isThrottle ? 'TooManyRequestsException' : 'InternalErrorException'
  return jsonAnswer(isThrottle ? 400 : 500, { __type: type, message: TELLING }, 'application/x-amz-json-1.1')
}

function refuseDrive(...[kind, operation, _body, random]: Parameters<Refuse>): OwnAnswer {
  if (operation === 'POST /token') return jsonAnswer(kind === 'throttle' ? 429 : 500, { error: TELLING })
  const [code, reason] =
    kind === 'error'
      ? ([500, 'backendError'] as const)
      : drawFrom([[403, 'userRateLimitExceeded'] as const, [429, 'rateLimitExceeded'] as const], random)
  const errors = [{ domain: 'usageLimits', reason, message: TELLING }]
  return jsonAnswer(code, { error: { code, message: TELLING, errors } })
}

function jsonAnswer(status: number, body: object, type = 'application/json'): OwnAnswer {
  return { status, headers: { 'content-type': type }, body: JSON.stringify(body) }
}
