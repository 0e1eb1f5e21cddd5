import { Duration } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import { FIVE_MINUTES, QUARTER, type WatchedMetrics } from './metrics.ts'

type Watch = {
  /** Also the heading in docs/runbook.md with the operator's steps. */
  name: string
  says: string
  metric: IMetric
  above: number
  /** @default one of one */
  periods?: { bad: number; of: number }
  /** Missing data; `stopped` rings when data stops to arrive. @default fine */
  silence?: 'fine' | 'breaching' | 'stopped'
}

const MISSING_DATA = {
  fine: TreatMissingData.NOT_BREACHING,
  breaching: TreatMissingData.BREACHING,
  stopped: TreatMissingData.MISSING,
}

type AlarmsProps = {
  stage: Stage
  metrics: WatchedMetrics
  /** Null: alarms are shown in the console only. */
  topic: ITopic | null
}

/**
 * A crash of a function behind the API appears as a 5xx, one of a scheduled function as a dead letter. AWS bills $0.10
 * a month for each metric of an alarm: 25 in prod, 29 with a sender of mails, of which ten are free.
 * `+` of two metrics has no value where one of them has never had a data point, filled or not; SUM of a list leaves
 * that metric out.
 */
export class Alarms extends Construct {
  readonly all: readonly Alarm[]

  constructor(scope: Construct, id: string, { stage, metrics, topic }: AlarmsProps) {
    super(scope, id)
    this.all = [
      ...callWatches(metrics),
      ...accountWatches(stage, metrics),
      ...documentWatches(metrics),
      ...(stage.deliveryMode === 'stream' ? preparationWatches(stage, metrics) : []),
      ...mailWatches(stage, metrics),
      ...taskWatches(stage, metrics),
    ].map((watch) => this.#alarm(stage, watch, topic))
  }

  #alarm(stage: Stage, watch: Watch, topic: ITopic | null): Alarm {
    const { name, says, metric, above, silence = 'fine', periods = { bad: 1, of: 1 } } = watch
    const alarm = new Alarm(this, name, {
      alarmName: `revision-${stage.name}-${name}`,
      alarmDescription: `${says} What to do: docs/runbook.md#${name}`,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      datapointsToAlarm: periods.bad,
      evaluationPeriods: periods.of,
      treatMissingData: MISSING_DATA[silence],
    })
    if (topic) {
      alarm.addAlarmAction(new SnsAction(topic))
      alarm.addOkAction(new SnsAction(topic))
      // An alarm begins without data, which is no change of state, so that only data that stops is mailed.
      if (silence === 'stopped') alarm.addInsufficientDataAction(new SnsAction(topic))
    }
    return alarm
  }
}

function callWatches({ api, callsThrottled, lambda, table }: WatchedMetrics): Watch[] {
  return [
    {
      name: 'api-errors',
      says: 'Of the calls within 5 minutes, at least five and more than 1 % ended with our own fault (5xx).',
      metric: new MathExpression({
        label: '% 5xx',
        expression: 'IF(errors >= 5, 100 * errors / calls, 0)',
        usingMetrics: { errors: api('5xx'), calls: api('Count') },
        period: FIVE_MINUTES,
      }),
      above: 1,
    },
    {
      name: 'api-latency',
      says: 'For a quarter of an hour the slowest hundredth of the calls has taken more than 3 seconds.',
      metric: api('Latency', Stats.p(99)),
      above: 3_000,
      // A single import may take 29 s and be one call in a hundred.
      periods: { bad: 3, of: 3 },
    },
    {
      name: 'calls-throttled',
      says: 'More than a hundred calls within 5 minutes were answered 429, by the gateway or by our own limits.',
      metric: callsThrottled,
      above: 100,
    },
    {
      name: 'calls-surging',
      says: 'More than 60,000 calls reached the API within 5 minutes, as 6,000 open pages make.',
      metric: api('Count'),
      above: 60_000,
    },
    {
      name: 'functions-throttled',
      says: "Lambda has refused calls within 5 minutes: the account's concurrency, or the origin's own, is used up.",
      metric: lambda('Throttles'),
      above: 5,
    },
    {
      name: 'table-throttled',
      says: 'DynamoDB has refused reads or writes of the table within 5 minutes.',
      metric: new MathExpression({
        label: 'refused',
        expression: 'SUM([FILL(reads, 0), FILL(writes, 0)])',
        usingMetrics: { reads: table('ReadThrottleEvents'), writes: table('WriteThrottleEvents') },
        period: FIVE_MINUTES,
      }),
      above: 5,
    },
  ]
}

function accountWatches(
  { signUpsPerDay }: Stage,
  { signIns, signUps, lambda, own }: WatchedMetrics,
): Watch[] {
  return [
    {
      name: 'sign-ins-failing',
      says: 'Of at least twenty sign-ins within 15 minutes more than half have failed.',
      metric: new MathExpression({
        label: '% failed',
        expression: 'IF(tries >= 20, 100 * (1 - successes / tries), 0)',
        usingMetrics: { tries: signIns(Stats.SAMPLE_COUNT), successes: signIns() },
        period: QUARTER,
      }),
      above: 50,
    },
    {
      name: 'sign-ups-above-ceiling',
      says: `Since midnight (UTC) more than ${signUpsPerDay} accounts have signed up.`,
      metric: signUps.with({ period: Duration.days(1) }),
      above: signUpsPerDay,
    },
    {
      name: 'triggers-failing',
      says: 'The functions that Cognito asks at sign-up and sign-in have failed within 15 minutes, refusals left out.',
      metric: new MathExpression({
        label: 'failed',
        expression: 'SUM([FILL(before, 0), FILL(confirmed, 0), FILL(after, 0), -1 * FILL(refused, 0)])',
        usingMetrics: {
          before: lambda('Errors', 'pre-sign-up'),
          confirmed: lambda('Errors', 'post-confirmation'),
          after: lambda('Errors', 'post-authentication'),
          refused: own('SignInsRefused'),
        },
        period: QUARTER,
      }),
      above: 2,
    },
  ]
}

function documentWatches({ own, lambda }: WatchedMetrics): Watch[] {
  return [
    {
      name: 'documents-failing',
      says: 'Google Drive has not given documents five times within 15 minutes, or more.',
      metric: own('DocumentFailures').with({ period: QUARTER }),
      above: 4,
    },
    {
      name: 'openings-tripled',
      says: 'Since midnight (UTC) more documents were opened than three times those of the whole day before.',
      metric: new MathExpression({
        label: 'above three times',
        // CloudWatch cannot look back by hours, so that the current day is compared with the previous one.
        expression: 'IF(opened >= 300, opened - 3 * (opened - DIFF(opened)), 0)',
        usingMetrics: { opened: own('TicketsIssued') },
        period: Duration.days(1),
      }),
      above: 0,
      // With two periods the previous day is always available for the comparison.
      periods: { bad: 1, of: 2 },
    },
    {
      name: 'origin-errors',
      says: 'A function that streams documents or makes personal copies has crashed or run out of time within 5 minutes.',
      metric: new MathExpression({
        label: 'failed',
        expression: 'SUM([FILL(documents, 0), FILL(copies, 0)])',
        usingMetrics: { documents: lambda('Errors', 'origin'), copies: lambda('Errors', 'copies') },
        period: Duration.minutes(5),
      }),
      above: 2,
    },
  ]
}

function preparationWatches({ name }: Stage, { oldestMessage }: WatchedMetrics): Watch[] {
  const { queue, first } = stageNames(name).preparations
  return [
    {
      name: 'preparation-late',
      says: 'A changed document has waited for more than an hour to be prepared.',
      metric: oldestMessage(queue),
      above: 3_600,
    },
    {
      name: 'preparation-first-late',
      says: 'A document that a reader wants to open has waited for more than five minutes to be prepared.',
      metric: oldestMessage(first),
      above: 300,
    },
  ]
}

function mailWatches(
  { mail, probe, region }: Stage,
  { own, codesUndelivered, reputation }: WatchedMetrics,
): Watch[] {
  const codes: Watch = {
    name: 'codes-failing',
    says: 'Cognito could not mail a code for a forgotten password.',
    metric:
      mail && probe
        ? new MathExpression({
            label: 'failed',
            expression: 'SUM([FILL(asked, 0), FILL(logged, 0)])',
            usingMetrics: { asked: own('CodesFailed'), logged: codesUndelivered },
            period: QUARTER,
          })
        : codesUndelivered.with({ period: QUARTER }),
    above: 0,
  }
  if (!mail) return [codes]
  const mailing: Watch = {
    name: 'mails-failing',
    says: 'SES has not taken five mails of the site within an hour, or more.',
    metric: own('MailsFailed').with({ period: Duration.hours(1) }),
    above: 4,
  }
  // An alarm cannot watch a metric of another region.
  if ((mail.region ?? region) !== region) return [codes, mailing]
  return [
    codes,
    mailing,
    {
      name: 'mails-bouncing',
      says: "Of the account's recent mails more than 4 % bounced; SES looks into it at 5 % and may pause at 10 %.",
      metric: reputation('BounceRate').with({ period: Duration.hours(1) }),
      above: 0.04,
    },
    {
      name: 'mails-complained-about',
      says: "Of the account's recent mails more than 0.08 % were marked as spam; SES looks into it at 0.1 %.",
      metric: reputation('ComplaintRate').with({ period: Duration.hours(1) }),
      above: 0.0008,
    },
  ]
}

function taskWatches(
  { probe, exportRetentionDays }: Stage,
  { deadLetters, exports, own }: WatchedMetrics,
): Watch[] {
  const probing: Watch = {
    name: 'probe-failing',
    says: 'The probe could not open a document twice within three quarters of an hour, or it reports no more.',
    metric: own('ProbeFailed', Stats.MAXIMUM).with({ period: QUARTER }),
    above: 0,
    periods: { bad: 2, of: 3 },
    // Nothing is reported before `npm run create-probe`.
    silence: 'stopped',
  }
  const exporting: Watch = {
    name: 'export-missing',
    says: 'No export of the table was finished within 26 hours.',
    metric: new MathExpression({
      label: 'no export',
      expression: '1 - FILL(finished, 0)',
      usingMetrics: { finished: exports },
      period: Duration.hours(1),
    }),
    above: 0,
    periods: { bad: 26, of: 26 },
    silence: 'breaching',
  }
  return [
    {
      name: 'dead-letters',
      says: 'A scheduled task, the publisher or a mail has failed for good, or a document could not be prepared.',
      metric: deadLetters,
      above: 0,
    },
    ...(probe ? [probing] : []),
    ...(exportRetentionDays > 0 ? [exporting] : []),
  ]
}
