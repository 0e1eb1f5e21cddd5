import { DomainError } from '#shared/domain/domain-error.ts'

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
