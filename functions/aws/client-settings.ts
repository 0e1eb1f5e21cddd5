/**
 * How every client of an AWS service is set, so that a caller has his answer within 10 seconds even when nothing replies:
 * attempts of at most 2 s each, with the SDK's jittered pauses between them. Region, credentials and, in local mode, the
 * endpoint come from the SDK's own variables; what it would look for in files that no function has is said here, which
 * saves 1 to 2 percent of a first answer.
 * @param maxAttempts the first one included
 */
export function clientSettings(maxAttempts: number) {
  return {
    maxAttempts,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
    retryMode: 'standard',
    defaultsMode: 'standard',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
  } as const
}
