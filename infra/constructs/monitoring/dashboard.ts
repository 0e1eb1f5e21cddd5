import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import type { Stage } from '../../stages.ts'
import type { WatchedMetrics } from './watched-metrics.ts'

export type DashboardProps = { stage: Stage; metrics: WatchedMetrics; alarms: readonly Alarm[] }

const THIRD = 8

/**
 * CloudWatch dashboard for operators: alarms first, then calls, accounts, documents, table and background tasks. At most
 * 50 metrics, since an account's first three such dashboards are free.
 */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { stage, metrics, alarms }: DashboardProps) {
    super(scope, id)
    const { api, own, lambda, table, signIns, signUps, deadLetters, callsThrottled } = metrics
    const p = (percentile: number, metric: (statistic: string) => IMetric) => metric(Stats.p(percentile))
    new CloudWatchDashboard(this, 'Page', {
      dashboardName: `revision-${stage.name}`,
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarmes', alarms: [...alarms], width: 24, height: 3 })],
        [
          graph('Appels', [api('Count')], [api('5xx'), callsThrottled]),
          graph(
            'Durée des appels (ms)',
            [50, 99].map((each) => p(each, (stat) => api('Latency', stat))),
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
  return new GraphWidget({ title, left, right, width: THIRD })
}
