import { DomainError } from '#shared/domain/domain-error.ts'

/**
 * Returns the factor of time limits. TIME_LIMIT_FACTOR is unset in the cloud; in tests and in local mode, services run
 * on the same processors as their callers, and a slow answer is no failure.
 */
export function timeLimitFactor(): number {
  return Number(process.env.TIME_LIMIT_FACTOR ?? 1)
}

/**
 * Settings of every client of an AWS service. A call ends within 10 seconds even when nothing answers: by attempts of
 * at most 2 s with the SDK's jittered pauses between them. Region, credentials and, in local mode, the endpoint come
 * from the SDK's own variables. The last four settings keep the SDK from looking for configuration files, which saves 1
 * to 2 percent of a first answer.
 * @param maxAttempts number of attempts, including the first one
 */
export function clientSettings(maxAttempts: number) {
  const factor = timeLimitFactor()
  return {
    maxAttempts,
    requestHandler: {
      connectionTimeout: 1_000 * factor,
      requestTimeout: 2_000 * factor,
      throwOnRequestTimeout: true,
    },
    retryMode: 'standard',
    defaultsMode: 'standard',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
  } as const
}

/** Seconds after which a client may repeat its call when a service did not answer. */
const RETRY_AFTER_SECONDS = 2

/** Returns whether a call failed in the service or did not reach it. A refusal of the call itself is neither. */
export function isServiceDown(error: unknown): boolean {
  const status = httpStatusOf(error)
  return status === 'none' || (status !== 'unknown' && status >= 500)
}

/** Returns the error for a 503, with its cause for the log. */
export function unavailable(cause: unknown): DomainError {
  return new DomainError('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
}

/**
 * Returns the status of a failed call. The SDK adds metadata to every error; without a status in it, no answer arrived.
 */
function httpStatusOf(error: unknown): number | 'none' | 'unknown' {
  if (!(error instanceof Error) || !('$metadata' in error)) return 'unknown'
  const metadata = error.$metadata as { httpStatusCode?: number } | undefined
  return metadata?.httpStatusCode ?? 'none'
}
