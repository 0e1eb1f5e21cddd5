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
