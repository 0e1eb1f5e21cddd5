import { Duration } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { METRIC_DIMENSIONS, type MetricName } from '#functions/http/metric-names.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import { CALLS_THROTTLED } from '../functions/contract-api.ts'
import { CODES_UNDELIVERED } from './message-errors.ts'

export type Watched = {
  stage: Stage
  /** The HTTP API. */
  apiId: string
  userPoolId: string
  /** The web's client, since the probe's sign-ins are counted separately. */
  userPoolClientId: string
}

export const FIVE_MINUTES = Duration.minutes(5)
export const QUARTER = Duration.minutes(15)

/**
 * Metrics of alarms and dashboard. AWS's own are free; ours are declared in functions/http/metric-names.ts. They are sums
 * over 5 minutes unless stated otherwise.
 */
export function createMetrics({ stage, apiId, userPoolId, userPoolClientId }: Watched) {
  const names = stageNames(stage.name)
  const of = (
    namespace: string,
    metricName: string,
    dimensionsMap: Record<string, string> = {},
    statistic: string = Stats.SUM,
  ) => new Metric({ namespace, metricName, dimensionsMap, statistic, period: FIVE_MINUTES })
  const pool = { UserPool: userPoolId, UserPoolClient: userPoolClientId }
  return {
    own: (name: MetricName, statistic?: string) => of(names.metrics, name, METRIC_DIMENSIONS, statistic),
    callsThrottled: of(names.metrics, CALLS_THROTTLED),
    codesUndelivered: of(names.metrics, CODES_UNDELIVERED),
    /** Share of the account's recent mails, by which SES pauses sending. */
    reputation: (name: 'BounceRate' | 'ComplaintRate') =>
      of('AWS/SES', `Reputation.${name}`, {}, Stats.MAXIMUM),
    api: (name: 'Count' | '4xx' | '5xx' | 'Latency', statistic?: string) =>
      of('AWS/ApiGateway', name, { ApiId: apiId }, statistic),
    /** Metric of one function by its short name, or of all functions in the account and region. */
    lambda: (name: 'Errors' | 'Throttles' | 'ConcurrentExecutions', own?: string, statistic?: string) =>
      of('AWS/Lambda', name, own === undefined ? {} : { FunctionName: names.function(own) }, statistic),
    table: (
      name:
        | 'ReadThrottleEvents'
        | 'WriteThrottleEvents'
        | 'ConsumedReadCapacityUnits'
        | 'ConsumedWriteCapacityUnits',
    ) => of('AWS/DynamoDB', name, { TableName: names.table }),
    /** 1 for a sign-in that went well, 0 for any other: the sum counts the good ones, SampleCount all. */
    signIns: (statistic: string = Stats.SUM) => of('AWS/Cognito', 'SignInSuccesses', pool, statistic),
    signUps: of('AWS/Cognito', 'SignUpSuccesses', pool),
    /** 1 for each export of the table that is finished: the rule of daily-export.ts has matched. */
    exports: of('AWS/Events', 'TriggeredRules', { RuleName: names.exportFinished }),
    /** Seconds since the oldest message was sent. */
    oldestMessage: (QueueName: string) =>
      of('AWS/SQS', 'ApproximateAgeOfOldestMessage', { QueueName }, Stats.MAXIMUM),
    deadLetters: of(
      'AWS/SQS',
      'ApproximateNumberOfMessagesVisible',
      { QueueName: names.deadLetters },
      Stats.MAXIMUM,
    ),
  }
}

export type WatchedMetrics = ReturnType<typeof createMetrics>
