import { METRICS } from '#functions/http/metric-names.ts'
import { stageNames } from '#infra/names.ts'
import { loadStage, type Stage, type StageName } from '#infra/stages.ts'
import { synthesise } from '#infra/test-support/synthesise.ts'

type Properties = Record<string, unknown>
type Template = { Resources: Record<string, Resource> }
type Resource = { Type: string; Properties?: Properties }

/** What a stage's templates hold that is billed, whether used or not, or that decides what a call costs. */
export type StackFacts = {
  /** MiB of the function behind the API's session routes; the others have the same. */
  memoryMb: number
  /** Whether Lambda records traces by itself: one call a second and five percent of the others. */
  isTraced: boolean
  gateway: {
    /** Bytes of one line of the access log; 0 without one. */
    accessLogBytes: number
    /** Routes whose metrics are billed one by one; 0 when they are off. */
    meteredRoutes: number
    /** Calls a second over all callers. */
    rate: number
  }
  alarmMetrics: number
  compositeAlarms: number
  dashboards: number
  customMetrics: number
  secrets: number
  keys: number
  hostedZones: number
  /** In front of the whole site, and in front of the user pool: rules each; null where there is none. */
  siteFirewallRules: number | null
  signInFirewallRules: number | null
  accountPlan: 'LITE' | 'ESSENTIALS' | 'PLUS'
  hasRecovery: boolean
  logRetentionDays: number
  /** Reserved for the streaming origin; null: none. */
  originConcurrency: number | null
  /** How long daily exports are kept; 0 without them. */
  exportDays: number
  isProbed: boolean
}

/**
 * Synthesises a stage, without bundles, and counts. Seconds.
 * @param changes what the stage's definition would say otherwise
 */
export function stackFactsOf(stage: StageName, changes: Partial<Stage> = {}): StackFacts {
  const resources = Object.values(synthesise(stage, {}, changes))
    .filter((template) => template !== null)
    .flatMap((template) => Object.values((template.toJSON() as Template).Resources))
  const of = (type: string): Properties[] =>
    resources.filter(({ Type }) => Type === type).map(({ Properties = {} }) => Properties)
  const rulesOf = (scope: string): number | null => {
    const [firewall] = of('AWS::WAFv2::WebACL').filter(({ Scope }) => Scope === scope)
    return firewall ? (firewall['Rules'] as unknown[]).length : null
  }
  const functions = of('AWS::Lambda::Function')
  const named = (name: string) =>
    functions.find(({ FunctionName }) => FunctionName === stageNames(stage).function(name))
  const session = named('session')
  const alarms = of('AWS::CloudWatch::Alarm')
  const { exportRetentionDays, probe } = { ...loadStage(stage, {}), ...changes }
  const retentions = of('AWS::Logs::LogGroup').map(({ RetentionInDays }) => Number(RetentionInDays))
  return {
    memoryMb: Number(session?.['MemorySize']),
    isTraced: modeOf(session) === 'Active',
    gateway: gatewayOf(of('AWS::ApiGatewayV2::Stage')[0] ?? {}, of('AWS::ApiGatewayV2::Route').length),
    // A metric that an expression uses counts like one that is watched alone.
    alarmMetrics: alarms.reduce((sum, alarm) => sum + watchedBy(alarm), 0),
    compositeAlarms: of('AWS::CloudWatch::CompositeAlarm').length,
    dashboards: of('AWS::CloudWatch::Dashboard').length,
    customMetrics: Object.keys(METRICS).length + of('AWS::Logs::MetricFilter').length,
    secrets: of('AWS::SecretsManager::Secret').length,
    keys: of('AWS::KMS::Key').length,
    hostedZones: of('AWS::Route53::HostedZone').length,
    siteFirewallRules: rulesOf('CLOUDFRONT'),
    signInFirewallRules: rulesOf('REGIONAL'),
    accountPlan: (of('AWS::Cognito::UserPool')[0]?.['UserPoolTier'] ??
      'ESSENTIALS') as StackFacts['accountPlan'],
    hasRecovery: JSON.stringify(of('AWS::DynamoDB::Table')).includes('"PointInTimeRecoveryEnabled":true'),
    logRetentionDays: Math.max(...retentions),
    originConcurrency: (named('origin')?.['ReservedConcurrentExecutions'] as number | undefined) ?? null,
    exportDays: exportRetentionDays,
    isProbed: probe,
  }
}

function modeOf(lambda: Properties | undefined): unknown {
  return (lambda?.['TracingConfig'] as { Mode?: string } | undefined)?.Mode
}

function watchedBy({ Metrics }: Properties): number {
  if (!Array.isArray(Metrics)) return 1
  return (Metrics as { MetricStat?: object }[]).filter(({ MetricStat }) => MetricStat !== undefined).length
}

type RouteSettings = { DetailedMetricsEnabled?: boolean; ThrottlingRateLimit?: number }

function gatewayOf(stage: Properties, routes: number): StackFacts['gateway'] {
  const settings = (stage['DefaultRouteSettings'] ?? {}) as RouteSettings
  const { Format } = (stage['AccessLogSettings'] ?? {}) as { Format?: string }
  return {
    accessLogBytes: Format === undefined ? 0 : Buffer.byteLength(filledIn(Format)),
    meteredRoutes: settings.DetailedMetricsEnabled ? routes : 0,
    rate: settings.ThrottlingRateLimit ?? 10_000,
  }
}

/** What the variables of an access log look like, as in AWS's documentation of `$context`. */
const EXAMPLES: readonly [pattern: RegExp, example: string][] = [
  [/\$context\.requestId/g, 'a1b2c3d4e5f6g7h='],
  [/\$context\.requestTime\b/g, '21/Nov/2026:18:30:00 +0000'],
  [/\$context\.routeKey/g, 'PUT /api/session/activity'],
  [/\$context\.\w*[lL]atency/g, '12'],
  [/\$context\.status/g, '200'],
  [/\$context(?:\.\w+)+/g, '-'],
]

function filledIn(format: string): string {
  return EXAMPLES.reduce((text, [pattern, example]) => text.replace(pattern, example), format)
}
