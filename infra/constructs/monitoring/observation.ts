import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import type { Stage } from '../../stages.ts'
import { Alarms } from './alarms.ts'
import { createMetrics, type Watched, type WatchedMetrics } from './metrics.ts'

export class Observation extends Construct {
  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id)
    const { stage } = watched
    const metrics = createMetrics(watched)
    const { topic = null } = stage.alarmEmail
      ? new AlarmTopic(this, 'Topic', { stage, email: stage.alarmEmail })
      : {}
    const alarms = new Alarms(this, 'Alarms', { stage, metrics, topic })
    new Dashboard(this, 'Dashboard', { stage, metrics, alarms: alarms.all })
    new Budget(this, 'Budget', { stage })
  }
}

/** A customer-managed key ($1 a month), because CloudWatch cannot publish to a topic with the AWS-managed key. */
class AlarmTopic extends Construct {
  readonly topic: Topic

  constructor(scope: Construct, id: string, { stage, email }: { stage: Stage; email: string }) {
    super(scope, id)
    const key = new Key(this, 'Key', {
      description: `Alarms on their way (revision, ${stage.name})`,
      enableKeyRotation: true,
      // The key only encrypts messages in transit, so that no stored data is lost with it.
      removalPolicy: RemovalPolicy.DESTROY,
    })
    this.topic = new Topic(this, 'Topic', {
      topicName: `revision-${stage.name}-alarms`,
      displayName: `Alarmes ${stage.site.name} (${stage.name})`,
      masterKey: key,
      enforceSSL: true,
    })
    const alarms = new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    })
    key.grant(alarms, 'kms:Decrypt', 'kms:GenerateDataKey*')
    this.topic.grantPublish(alarms)
    this.topic.addSubscription(new EmailSubscription(email))
  }
}

/** At most 50 metrics, since an account's first three such dashboards are free. */
class Dashboard extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { stage, metrics, alarms }: { stage: Stage; metrics: WatchedMetrics; alarms: readonly Alarm[] },
  ) {
    super(scope, id)
    const { api, own, lambda, table, signIns, signUps, deadLetters, callsThrottled } = metrics
    new CloudWatchDashboard(this, 'Page', {
      dashboardName: `revision-${stage.name}`,
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarmes', alarms: [...alarms], width: 24, height: 3 })],
        [
          graph('Appels', [api('Count')], [api('5xx'), callsThrottled]),
          graph(
            'Durée des appels (ms)',
            [50, 99].map((each) => api('Latency', Stats.p(each))),
          ),
          graph('Refus', [own('AccessRefused'), own('RequestsRefused'), own('Failures')]),
        ],
        [
          graph('Connexions', [signIns(), signIns(Stats.SAMPLE_COUNT), signUps], [own('SignInsRefused')]),
          graph('Sessions', [own('ClaimsGranted'), own('ClaimsRefused')]),
          graph('Premium', [own('PremiumChanges')]),
        ],
        [
          graph('Documents', [own('TicketsIssued')], [own('DocumentFailures')]),
          graph('Sonde', [own('ProbeDuration', Stats.MAXIMUM)], [own('ProbeFailed', Stats.MAXIMUM)]),
          graph('Tâches en échec', [deadLetters, lambda('Errors', 'origin'), own('MailsFailed')]),
        ],
        [
          graph('Table : unités', [table('ConsumedReadCapacityUnits'), table('ConsumedWriteCapacityUnits')]),
          graph('Table : refus', [table('ReadThrottleEvents'), table('WriteThrottleEvents')]),
          graph(
            'Fonctions à la fois',
            [lambda('ConcurrentExecutions', undefined, Stats.MAXIMUM)],
            [lambda('Throttles')],
          ),
        ],
      ],
    })
  }
}

function graph(title: string, left: IMetric[], right: IMetric[] = []): GraphWidget {
  return new GraphWidget({ title, left, right, width: 8 })
}

/** The whole AWS account. Without an address it appears in the console only (docs/runbook.md#unusual-cost). */
class Budget extends Construct {
  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const { alarmEmail, monthlyBudgetUsd } = stage
    const notify = (notificationType: 'ACTUAL' | 'FORECASTED', address: string) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold: 100,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address }],
    })
    new CfnBudget(this, 'Monthly', {
      budget: {
        budgetName: `revision-${stage.name}-unusual-cost`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
      },
      ...(alarmEmail !== undefined && {
        notificationsWithSubscribers: [notify('ACTUAL', alarmEmail), notify('FORECASTED', alarmEmail)],
      }),
    })
  }
}
