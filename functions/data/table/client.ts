import {
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import pRetry from 'p-retry'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { clientSettings, isServiceDown, timeLimitFactor, unavailable } from '../../aws/sdk.ts'

export type Table = { client: DynamoDBDocumentClient; name: string; auditRetentionDays: number }

/** Without it the library reads large numbers as bigints, or fails. */
export const READ_NUMBERS = { wrapNumbers: Number }

/** Opens the table, with three attempts a call; `auditRetentionDays` for functions that write audit entries. */
export function openTable(name: string, auditRetentionDays: number = LONGEST_RETENTION.audit): Table {
  const client = new DynamoDBClient({
    ...clientSettings(3),
    // These settings avoid look-ups of endpoints: the regional endpoint is used.
    accountIdEndpointMode: 'disabled',
    endpointDiscoveryEnabled: false,
  })
  return {
    client: DynamoDBDocumentClient.from(client, {
      // An answer of an exercise may be larger than the integers that a number holds exactly: 6.02e23.
      marshallOptions: { removeUndefinedValues: true, allowImpreciseNumbers: true },
      // The client changes the object that it gets.
      unmarshallOptions: { ...READ_NUMBERS },
    }),
    name,
    auditRetentionDays,
  }
}

/** Reasons of a cancelled transaction after which it may be repeated. */
const PASSING_REASONS = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])

/**
 * Every call of the table goes through here. Concurrent writes of one item are repeated with growing, jittered pauses,
 * at most 6 times within 3 seconds; the SDK itself retries throttling and broken connections. @throws DomainError
 * TEMPORARILY_UNAVAILABLE
 */
export async function attempt<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isConflict(error)) throw asUnavailable(error)
  }
  // The first call is made without p-retry: nearly all calls succeed.
  try {
    return await pRetry(call, {
      retries: 5,
      minTimeout: 25,
      maxTimeout: 400,
      randomize: true,
      maxRetryTime: 3_000 * timeLimitFactor(),
      shouldRetry: ({ error }) => isConflict(error),
    })
  } catch (error) {
    throw asUnavailable(error)
  }
}

function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException || error instanceof TransactionInProgressException)
    return true
  if (!(error instanceof TransactionCanceledException)) return false
  const codes = reasonCodes(error)
  return codes.some((code) => PASSING_REASONS.has(code)) && !codes.includes('ConditionalCheckFailed')
}

/** In the order of the items of a transaction; 'None' where an item was not the cause. */
export function reasonCodes(error: TransactionCanceledException): string[] {
  return (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None')
}

function asUnavailable(error: unknown): unknown {
  return isUnavailable(error) ? unavailable(error) : error
}

function isUnavailable(error: unknown): boolean {
  return (
    isConflict(error) ||
    error instanceof ThrottlingException ||
    error instanceof ProvisionedThroughputExceededException ||
    error instanceof RequestLimitExceeded ||
    isServiceDown(error)
  )
}
