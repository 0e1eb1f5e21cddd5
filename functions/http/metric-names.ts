/**
 * CloudWatch bills a metric by its name and dimensions, $0.30 a month (November 2026): with `CallsThrottled`
 * (infra/constructs/functions/contract-api.ts) and `CodesUndelivered` (infra/constructs/monitoring/metrics.ts) a
 * stage has 15, $4.50 a month at most, of which an account's first ten are free. The log names the function.
 */
export const METRICS = {
  ClaimsGranted: 'Count',
  ClaimsRefused: 'Count',
  /** 401 and 403: no token, no session, no right. */
  AccessRefused: 'Count',
  /** Any other 4xx, without 429, which the gateway's log counts together with its own. */
  RequestsRefused: 'Count',
  TicketsIssued: 'Count',
  PremiumChanges: 'Count',
  DocumentFailures: 'Count',
  /** 5xx, and tasks that failed after their answer: a fault of ours or of a service. */
  Failures: 'Count',
  /** A trigger of the user pool refused an account on purpose, which Lambda counts as an error. */
  SignInsRefused: 'Count',
  MailsFailed: 'Count',
  /** 1 when Cognito did not mail the code that the probe asks for each day, else 0. */
  CodesFailed: 'Count',
  /** 1 when a run of the probe did not get its document, else 0. */
  ProbeFailed: 'Count',
  /** Duration from the sign-in to the document's first bytes and the release of the session. */
  ProbeDuration: 'Milliseconds',
} as const
export type MetricName = keyof typeof METRICS

/** The one dimension of every metric. Powertools gives it its name. */
export const METRIC_DIMENSIONS = { service: 'site' } as const
