import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { CfnLogDeliveryConfiguration, type UserPool } from 'aws-cdk-lib/aws-cognito'
import { FilterPattern, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { METRIC_DIMENSIONS, type MetricName } from '#functions/http/metric-names.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import { CALLS_THROTTLED } from '../functions/contract-api.ts'

export type Watched = {
  stage: Stage
  apiId: string
  userPoolId: string
  /** The web's client, since the probe's sign-ins are counted separately. */
  userPoolClientId: string
}

export const FIVE_MINUTES = Duration.minutes(5)
export const QUARTER = Duration.minutes(15)

/** Metric of the messages that Cognito could not send, without a dimension. */
export const CODES_UNDELIVERED = 'CodesUndelivered'

/** Lines may name an address, so that they are kept as briefly as the privacy page says. */
export class MessageErrors extends Construct {
  constructor(scope: Construct, id: string, { stage, userPool }: { stage: Stage; userPool: UserPool }) {
    super(scope, id)
    const names = stageNames(stage.name)
    const log = new LogGroup(this, 'Log', {
      // AWS adds log groups of this prefix to the resource policy of the account by a pattern, whose size is limited.
      logGroupName: `/aws/vendedlogs/cognito/${names.userPool}`,
      retention: RetentionDays.ONE_WEEK,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    log.addMetricFilter('Undelivered', {
      filterPattern: FilterPattern.stringValue('$.logLevel', '=', 'ERROR'),
      metricNamespace: names.metrics,
      metricName: CODES_UNDELIVERED,
      metricValue: '1',
    })
    // The log group's own attribute ends with ':*', which Cognito does not take.
    const logGroupArn = Stack.of(this).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: log.logGroupName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    })
    new CfnLogDeliveryConfiguration(this, 'Delivery', {
      userPoolId: userPool.userPoolId,
      logConfigurations: [
        {
          eventSource: 'userNotification',
          logLevel: 'ERROR',
          cloudWatchLogsConfiguration: { logGroupArn },
        },
      ],
    })
  }
}

/** Sums over 5 minutes unless stated otherwise. */
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
    /** Without a name of all functions in the account and region. */
    lambda: (name: 'Errors' | 'Throttles' | 'ConcurrentExecutions', own?: string, statistic?: string) =>
      of('AWS/Lambda', name, own === undefined ? {} : { FunctionName: names.function(own) }, statistic),
    table: (name: `${'Read' | 'Write'}ThrottleEvents` | `Consumed${'Read' | 'Write'}CapacityUnits`) =>
      of('AWS/DynamoDB', name, { TableName: names.table }),
    /** 1 for a sign-in that went well, 0 for any other: the sum counts the good ones, SampleCount all. */
    signIns: (statistic: string = Stats.SUM) => of('AWS/Cognito', 'SignInSuccesses', pool, statistic),
    signUps: of('AWS/Cognito', 'SignUpSuccesses', pool),
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
