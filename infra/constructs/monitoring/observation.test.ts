import { readFileSync } from 'node:fs'
import { METRICS } from '#functions/http/metric-names.ts'
import {
  createResources,
  functionsOf,
  oneOf,
  type Resource,
  synthesise,
} from '../../test-support/synthesise.ts'
import { CALLS_THROTTLED } from '../functions/contract-api.ts'

const RUNBOOK = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8')
const EMAIL = 'exploitation@exemple.test'

const mail = { from: 'site@exemple.test' }
const { site } = synthesise('prod', {}, { mail })
const told = synthesise('prod', {}, { alarmEmail: EMAIL }).site

type Query = { MetricStat?: { Metric: { Namespace: string; MetricName: string } }; Expression?: string }
type Dimension = { Name: string; Value: unknown }

const alarms = Object.values(createResources(site, 'AWS::CloudWatch::Alarm')).map(
  ({ Properties }) => Properties,
)
const alarmNamed = (name: string) => {
  const found = alarms.find(({ AlarmName }) => AlarmName === `revision-prod-${name}`)
  if (!found) throw new Error(`No alarm ${name}`)
  return found
}
const names = alarms.map(({ AlarmName }) => String(AlarmName).slice('revision-prod-'.length))

/** Returns the metrics of an alarm; AWS bills each. */
const metricsIn = ({ Metrics }: Resource['Properties']) =>
  ((Metrics as Query[] | undefined) ?? [{ MetricStat: {} }]).filter(({ MetricStat }) => MetricStat).length

/** Returns the text under a heading of the runbook, up to the next one. */
function sectionOf(heading: string): string {
  const [, after = ''] = RUNBOOK.split(`\n### ${heading}\n`)
  return after.split(/\n##/)[0] ?? ''
}

describe('alarms', () => {
  test.each([...names, 'unusual-cost'])('%s has a section in the runbook', (name) => {
    const section = sectionOf(name)
    for (const line of ['- It means', '- Look at', '- Do']) expect(section).toContain(line)
  })

  test.each(names)('%s links to its section', (name) => {
    expect(alarmNamed(name)['AlarmDescription']).toMatch(new RegExp(`docs/runbook\\.md#${name}$`))
  })

  test.each(names)('%s treats missing data as fine unless the event must happen', (name) => {
    const mustHappen: Record<string, string> = { 'probe-failing': 'missing', 'export-missing': 'breaching' }
    expect(alarmNamed(name)['TreatMissingData']).toBe(mustHappen[name] ?? 'notBreaching')
  })

  test.each(names)('%s has a value while one of its added metrics has no data', (name) => {
    const queries = (alarmNamed(name)['Metrics'] ?? []) as Query[]
    for (const { Expression = '' } of queries) expect(Expression).not.toMatch(/\)\s*[+-]\s*FILL|[a-z]\s*\+/)
  })

  test('of the probe, but no other alarm, is mailed when its data stops', () => {
    const mailed = Object.values(createResources(told, 'AWS::CloudWatch::Alarm')).filter(
      ({ Properties }) => Properties['InsufficientDataActions'] !== undefined,
    )
    expect(mailed.map(({ Properties }) => Properties['AlarmName'])).toEqual(['revision-prod-probe-failing'])
  })

  test('have the cost that alarms.ts states', () => {
    expect(alarms.reduce((sum, alarm) => sum + metricsIn(alarm), 0)).toBe(23)
  })

  test('of the probe ring after two failures in three runs', () => {
    expect(alarmNamed('probe-failing')).toMatchObject({
      MetricName: 'ProbeFailed',
      Statistic: 'Maximum',
      Period: 900,
      EvaluationPeriods: 3,
      DatapointsToAlarm: 2,
    })
    const without = JSON.stringify(createResources(synthesise('dev').site, 'AWS::CloudWatch::Alarm'))
    expect(without).not.toMatch(/ProbeFailed|TriggeredRules/)
  })

  test('use the names, namespace and dimension that the functions write', () => {
    const own = alarms.flatMap(({ Namespace, MetricName, Dimensions, Metrics }) => [
      { Namespace, MetricName, Dimensions },
      ...((Metrics as Query[] | undefined) ?? []).flatMap(({ MetricStat }) => MetricStat?.Metric ?? []),
    ]) as { Namespace?: string; MetricName: string; Dimensions?: Dimension[] }[]
    const ours = own.filter(({ Namespace }) => Namespace?.startsWith('Revision'))
    expect(ours.map(({ MetricName }) => MetricName).sort()).toEqual(
      [
        'CallsThrottled',
        'DocumentFailures',
        'MailsFailed',
        'ProbeFailed',
        'SignInsRefused',
        'TicketsIssued',
      ].sort(),
    )
    for (const { Namespace, MetricName, Dimensions } of ours) {
      expect(Namespace).toBe('Revision/prod')
      if (MetricName === CALLS_THROTTLED) expect(Dimensions).toBeUndefined()
      else expect(Dimensions).toEqual([{ Name: 'service', Value: 'site' }])
    }
  })

  test('name existing functions', () => {
    const known = Object.keys(functionsOf(synthesise('prod', {}, { mail }))).map(
      (name) => `revision-prod-${name}`,
    )
    const named = [...JSON.stringify(alarms).matchAll(/"FunctionName","Value":"([^"]+)"/g)].map(
      ([, name]) => name,
    )
    expect(named).toHaveLength(5)
    for (const name of named) expect(known).toContain(name)
  })

  test('have no receiver without an address', () => {
    expect(createResources(site, 'AWS::SNS::Topic')).toEqual({})
    for (const alarm of alarms) expect(alarm).not.toHaveProperty('AlarmActions')
  })

  test('notify the address when they start and when they end', () => {
    const topic = { Ref: Object.keys(createResources(told, 'AWS::SNS::Topic'))[0] }
    const sent = Object.values(createResources(told, 'AWS::CloudWatch::Alarm'))
    for (const { Properties } of sent)
      expect(Properties).toMatchObject({ AlarmActions: [topic], OKActions: [topic] })
    expect(oneOf(told, 'AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: EMAIL,
      TopicArn: topic,
    })
  })

  test('are encrypted with a key that CloudWatch may use, TLS only', () => {
    const key = { 'Fn::GetAtt': [Object.keys(createResources(told, 'AWS::KMS::Key'))[0], 'Arn'] }
    expect(oneOf(told, 'AWS::SNS::Topic').Properties['KmsMasterKeyId']).toEqual(key)
    const { EnableKeyRotation, KeyPolicy } = oneOf(told, 'AWS::KMS::Key').Properties
    expect(EnableKeyRotation).toBe(true)
    const cloudWatch = {
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    }
    const statements = (policy: unknown) => (policy as { Statement: object[] }).Statement
    expect(statements(KeyPolicy)).toContainEqual(
      expect.objectContaining({ ...cloudWatch, Action: ['kms:Decrypt', 'kms:GenerateDataKey*'] }),
    )
    const { PolicyDocument } = oneOf(told, 'AWS::SNS::TopicPolicy').Properties
    expect(statements(PolicyDocument)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        expect.objectContaining({ ...cloudWatch, Action: 'sns:Publish' }),
      ]),
    )
  })
})

describe('the budget', () => {
  test("has the stage's amount and notifies on actual and forecast overruns", () => {
    const { Budget, NotificationsWithSubscribers } = oneOf(told, 'AWS::Budgets::Budget').Properties
    expect(Budget).toMatchObject({ TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 100, Unit: 'USD' } })
    expect(NotificationsWithSubscribers).toEqual(
      ['ACTUAL', 'FORECASTED'].map((NotificationType) => ({
        Notification: {
          NotificationType,
          ComparisonOperator: 'GREATER_THAN',
          Threshold: 100,
          ThresholdType: 'PERCENTAGE',
        },
        Subscribers: [{ SubscriptionType: 'EMAIL', Address: EMAIL }],
      })),
    )
  })

  test('notifies no one without an address', () => {
    expect(oneOf(site, 'AWS::Budgets::Budget').Properties).not.toHaveProperty('NotificationsWithSubscribers')
  })
})

test('shows all of our own metrics in one free dashboard', () => {
  const { DashboardBody } = oneOf(site, 'AWS::CloudWatch::Dashboard').Properties
  const body = JSON.stringify(DashboardBody)
  for (const name of [...Object.keys(METRICS), CALLS_THROTTLED]) expect(body).toContain(`\\"${name}\\"`)
  expect(body.match(/\\"(?:AWS|Revision)\/\w+\\",/g)?.length).toBeLessThanOrEqual(50)
})

test('counts 429s from the access log', () => {
  expect(oneOf(site, 'AWS::Logs::MetricFilter').Properties).toMatchObject({
    FilterPattern: '{ $.status = "429" }',
    MetricTransformations: [
      { MetricNamespace: 'Revision/prod', MetricName: CALLS_THROTTLED, MetricValue: '1' },
    ],
  })
})

test('keeps per-route metrics and tracing off', () => {
  const { DefaultRouteSettings } = oneOf(site, 'AWS::ApiGatewayV2::Stage').Properties
  expect(DefaultRouteSettings).toMatchObject({ DetailedMetricsEnabled: false })
  for (const { Properties } of Object.values(functionsOf(synthesise('prod'))))
    expect(Properties).not.toHaveProperty('TracingConfig')
})

test.each([
  { name: 'dev', isWatched: true },
  { name: 'local', isWatched: false },
] as const)('$name is watched: $isWatched', ({ name, isWatched }) => {
  const { site: template } = synthesise(name)
  for (const type of ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard', 'AWS::Budgets::Budget'])
    expect(Object.keys(createResources(template, type)).length > 0).toBe(isWatched)
})
