import { Metrics } from '@aws-lambda-powertools/metrics'
import type { DomainError } from '#shared/domain/domain-error.ts'
import { problems } from '#shared/domain/problems.ts'
import { METRIC_DIMENSIONS, METRICS, type MetricName } from './metric-names.ts'

let metrics: Metrics | undefined

/** Writes one line that CloudWatch turns into a metric (embedded metric format), without a call. */
export function count(name: MetricName, value = 1): void {
  // The client is created at the first count, since heartbeats count nothing.
  metrics ??= new Metrics({ serviceName: METRIC_DIMENSIONS.service })
  metrics.addMetric(name, METRICS[name], value).publishStoredMetrics()
}

export function countRefusal(refusal: DomainError): void {
  const name = metricOf(refusal)
  if (name) count(name)
}

function metricOf({ code, cause }: DomainError): MetricName | null {
  const { status } = problems[code]
  if (code === 'SESSION_ALREADY_ACTIVE') return 'ClaimsRefused'
  if (code === 'DOCUMENT_SOURCE_FAILED') return 'DocumentFailures'
  // An announced document has no cause; with a cause, Drive lacks the file.
  if (code === 'DOCUMENT_UNAVAILABLE' && cause !== undefined) return 'DocumentFailures'
  // The first call of a page has no nonce yet.
  if (status === 429 || code === 'PROOF_REQUIRED') return null
  if (status === 401 || status === 403) return 'AccessRefused'
  return status >= 500 ? 'Failures' : 'RequestsRefused'
}
