import { Construct } from 'constructs'
import { AlarmTopic } from './alarm-topic.ts'
import { Alarms } from './alarms.ts'
import { Budget } from './budget.ts'
import { Dashboard } from './dashboard.ts'
import { createMetrics, type Watched } from './watched-metrics.ts'

/** Monitoring of a stage: alarms, dashboard and budget (docs/decisions/19-monitoring.md). */
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
