import {
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb'
import pRetry from 'p-retry'
import { Refusal } from '#shared/domain/refusal.ts'

/** Reasons of a cancelled transaction that say "again", not "no". */
const PASSING_REASONS = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])

/** Seconds after which a client may ask again when the store did not answer. */
const RETRY_AFTER_SECONDS = 2

/**
 * Every call of the table goes through here. Two writes that meet on one item (a heartbeat and a transaction, two
 * transactions on one counter) are tried again with growing, jittered pauses, at most 6 times within 3 seconds; the
 * SDK itself already retries throttling and broken connections.
 * @throws Refusal TEMPORARILY_UNAVAILABLE when the store is throttled, unreachable or stays in conflict
 */
export async function attempt<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isConflict(error)) throw asUnavailable(error)
  }
  // The first call is made without p-retry: nearly all calls end there.
  try {
    return await pRetry(call, {
      retries: 5,
      minTimeout: 25,
      maxTimeout: 400,
      randomize: true,
      maxRetryTime: 3_000,
      shouldRetry: ({ error }) => isConflict(error),
    })
  } catch (error) {
    throw asUnavailable(error)
  }
}

/** Whether a write lost against another that ran at the same time, and may simply run again. */
export function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException || error instanceof TransactionInProgressException)
    return true
  if (!(error instanceof TransactionCanceledException)) return false
  const codes = reasonCodes(error)
  return codes.some((code) => PASSING_REASONS.has(code)) && !codes.includes('ConditionalCheckFailed')
}

/** The reasons of a cancelled transaction in the order of its items; 'None' where an item was not the cause. */
export function reasonCodes(error: TransactionCanceledException): string[] {
  return (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None')
}

function asUnavailable(error: unknown): unknown {
  if (!isUnavailable(error)) return error
  return new Refusal('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error })
}

function isUnavailable(error: unknown): boolean {
  if (isConflict(error)) return true
  if (
    error instanceof ThrottlingException ||
    error instanceof ProvisionedThroughputExceededException ||
    error instanceof RequestLimitExceeded
  )
    return true
  const status = httpStatusOf(error)
  return status === 'none' || (status !== 'unknown' && status >= 500)
}

/** The SDK marks every failed call with metadata; without a status in it no answer came back at all. */
function httpStatusOf(error: unknown): number | 'none' | 'unknown' {
  if (!(error instanceof Error) || !('$metadata' in error)) return 'unknown'
  const metadata = error.$metadata as { httpStatusCode?: number } | undefined
  return metadata?.httpStatusCode ?? 'none'
}
