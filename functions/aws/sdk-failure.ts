import { DomainError } from '#shared/domain/domain-error.ts'

/** Seconds after which a client may ask again when a service did not answer. */
const RETRY_AFTER_SECONDS = 2

/** Returns whether a call failed on the service's side or never reached it; a refusal of the call itself is neither. */
export function isServiceDown(error: unknown): boolean {
  const status = httpStatusOf(error)
  return status === 'none' || (status !== 'unknown' && status >= 500)
}

/** 503 with the cause for the log. */
export function unavailable(cause: unknown): DomainError {
  return new DomainError('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
}

/** Returns the SDK marks every failed call with metadata; without a status in it, no answer came back. */
function httpStatusOf(error: unknown): number | 'none' | 'unknown' {
  if (!(error instanceof Error) || !('$metadata' in error)) return 'unknown'
  const metadata = error.$metadata as { httpStatusCode?: number } | undefined
  return metadata?.httpStatusCode ?? 'none'
}
