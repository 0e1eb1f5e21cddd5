import { DomainError } from '#shared/domain/domain-error.ts'

/** Returns the factor of time limits. Outside the cloud services run on the same processors as their callers. */
export function timeLimitFactor(): number {
  return Number(process.env.TIME_LIMIT_FACTOR ?? 1)
}

/**
 * Settings of every client of an AWS service. A call ends within 10 seconds even when nothing answers. The last four
 * settings keep the SDK from looking for configuration files, which saves 1 to 2 percent of a first answer.
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

/** Returns whether a call failed in the service or did not reach it; false for a refusal of the call itself. */
export function isServiceDown(error: unknown): boolean {
  const status = httpStatusOf(error)
  return status === 'none' || (status !== 'unknown' && status >= 500)
}

export function unavailable(cause: unknown): DomainError {
  return new DomainError('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
}

/** Returns the status of a failed call. Without a status in the SDK's metadata, no answer arrived. */
function httpStatusOf(error: unknown): number | 'none' | 'unknown' {
  if (!(error instanceof Error) || !('$metadata' in error)) return 'unknown'
  const metadata = error.$metadata as { httpStatusCode?: number } | undefined
  return metadata?.httpStatusCode ?? 'none'
}
