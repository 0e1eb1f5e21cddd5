import { readFileSync } from 'node:fs'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import {
  createResources,
  environmentOf,
  everything,
  functionsOf,
  oneOf,
  type Resource,
  referred,
  synthesise,
  synthesiseWhole,
} from '../../test-support/synthesise.ts'
import { CALLS_THROTTLED } from '../functions/contract-api.ts'
import { CODES_UNDELIVERED } from './metrics.ts'

const RUNBOOK = readFileSync(new URL('../../../docs/runbook.md', import.meta.url), 'utf8')

const whole = synthesiseWhole()
const { site } = whole
const silent = synthesise('dev').site
/** Alarms on SES exist where it is in the stage's region. */
const mailing = synthesise('prod', { ...everything, mail: { from: 'ne-pas-repondre@exemple.test' } })

type Query = { MetricStat?: { Metric: { Namespace: string; MetricName: string } }; Expression?: string }
type Dimension = { Name: string; Value: unknown }

const alarmsIn = (template: typeof site) =>
  Object.values(createResources(template, 'AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties)
const alarms = alarmsIn(mailing.site)
const alarmNamed = (name: string) => {
  const found = alarms.find(({ AlarmName }) => AlarmName === `revision-prod-${name}`)
  if (!found) throw new Error(`No alarm ${name}`)
  return found
}
const names = alarms.map(({ AlarmName }) => String(AlarmName).slice('revision-prod-'.length))

const metricsIn = ({ Metrics }: Resource['Properties']) =>
  ((Metrics as Query[] | undefined) ?? [{ MetricStat: {} }]).filter(({ MetricStat }) => MetricStat).length

function sectionOf(heading: string): string {
  const [, after = ''] = RUNBOOK.split(`\n### ${heading}\n`)
  return after.split(/\n##/)[0] ?? ''
}

describe('alarms', () => {
  test('have a section each in the runbook: the event, where to look, what to do', () => {
    const form = /^\n[A-Z][\s\S]+\n\n- Look at: [\s\S]+\n- Do: /
    for (const name of [...names, 'unusual-cost'])
      expect([name, sectionOf(name)]).toEqual([name, expect.stringMatching(form)])
  })

  test('link to their section, and have a value without data of one metric, unless an event must happen', () => {
    const mustHappen: Record<string, string> = { 'probe-failing': 'missing', 'export-missing': 'breaching' }
    for (const name of names) {
      const { AlarmDescription, TreatMissingData, Metrics = [] } = alarmNamed(name)
      expect(AlarmDescription).toMatch(new RegExp(`docs/runbook\\.md#${name}$`))
      expect([name, TreatMissingData]).toEqual([name, mustHappen[name] ?? 'notBreaching'])
      for (const { Expression = '' } of Metrics as Query[])
        expect(Expression).not.toMatch(/\)\s*[+-]\s*FILL|[a-z]\s*\+/)
    }
  })

  test('of the probe, but no other alarm, is mailed when its data stops', () => {
    const mailed = alarms.filter(({ InsufficientDataActions }) => InsufficientDataActions !== undefined)
    expect(mailed).toMatchObject([
      { AlarmName: 'revision-prod-probe-failing', Period: 900, EvaluationPeriods: 3, DatapointsToAlarm: 2 },
    ])
  })

  test('have the cost that alarms.ts states', () => {
    expect(alarms.reduce((sum, alarm) => sum + metricsIn(alarm), 0)).toBe(29)
  })

  test('watch the codes of every stage, and what SES pauses for where it is in the same region', () => {
    const ofMails = (template: typeof site) =>
      alarmsIn(template).flatMap(
        ({ AlarmName }) => /-((?:codes|mails)-.+)$/.exec(String(AlarmName))?.[1] ?? [],
      )
    expect(ofMails(silent)).toEqual(['codes-failing'])
    expect(ofMails(site)).toEqual(['codes-failing', 'mails-failing'])
    expect(ofMails(mailing.site)).toEqual([...ofMails(site), 'mails-bouncing', 'mails-complained-about'])
    expect(alarmNamed('mails-bouncing')).toMatchObject({
      Namespace: 'AWS/SES',
      MetricName: 'Reputation.BounceRate',
      Threshold: 0.04,
    })
  })

  test('count the mails that Cognito could not send, from the log that the pool writes', () => {
    const { LogConfigurations } = oneOf(mailing.data, 'AWS::Cognito::LogDeliveryConfiguration').Properties
    expect(LogConfigurations).toMatchObject([{ EventSource: 'userNotification', LogLevel: 'ERROR' }])
    const filter = oneOf(mailing.data, 'AWS::Logs::MetricFilter').Properties
    const log = referred(mailing.data, filter['LogGroupName']).Properties
    expect(log['RetentionInDays']).toBe(LONGEST_RETENTION.mailErrors)
    expect(JSON.stringify(LogConfigurations)).toContain(JSON.stringify(filter['LogGroupName']))
    expect(filter).toMatchObject({
      FilterPattern: '{ $.logLevel = "ERROR" }',
      MetricTransformations: [
        { MetricNamespace: 'Revision/prod', MetricName: CODES_UNDELIVERED, MetricValue: '1' },
      ],
    })
  })

  test('use the names, namespace and dimension that the functions write', () => {
    const own = alarms.flatMap(({ Namespace, MetricName, Dimensions, Metrics }) => [
      { Namespace, MetricName, Dimensions },
      ...((Metrics as Query[] | undefined) ?? []).flatMap(({ MetricStat }) => MetricStat?.Metric ?? []),
    ]) as { Namespace?: string; MetricName: string; Dimensions?: Dimension[] }[]
    const ours = own.filter(({ Namespace }) => Namespace?.startsWith('Revision'))
    expect(ours.map(({ MetricName }) => MetricName).sort()).toEqual(
      'CallsThrottled CodesFailed CodesUndelivered DocumentFailures MailsFailed ProbeFailed SignInsRefused TicketsIssued'.split(
        ' ',
      ),
    )
    for (const { Namespace, MetricName, Dimensions } of ours) {
      expect(Namespace).toBe('Revision/prod')
      if ([CALLS_THROTTLED, CODES_UNDELIVERED].includes(MetricName)) expect(Dimensions).toBeUndefined()
      else expect(Dimensions).toEqual([{ Name: 'service', Value: 'site' }])
    }
  })

  test('name existing functions', () => {
    const known = Object.keys(functionsOf(whole)).map((name) => `revision-prod-${name}`)
    const named = [...JSON.stringify(alarms).matchAll(/"FunctionName","Value":"([^"]+)"/g)].map(
      ([, name]) => name,
    )
    expect(named).toHaveLength(5)
    for (const name of named) expect(known).toContain(name)
  })

  test('notify the address, if there is one, when they start and when they end', () => {
    const topic = { Ref: Object.keys(createResources(mailing.site, 'AWS::SNS::Topic'))[0] }
    for (const alarm of alarms) expect(alarm).toMatchObject({ AlarmActions: [topic], OKActions: [topic] })
    expect(oneOf(site, 'AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: everything.alarmEmail,
      TopicArn: topic,
    })
    expect(createResources(silent, 'AWS::SNS::Topic')).toEqual({})
    for (const { Properties } of Object.values(createResources(silent, 'AWS::CloudWatch::Alarm')))
      expect(Properties).not.toHaveProperty('AlarmActions')
  })

  test('are encrypted with a key that CloudWatch may use', () => {
    const key = { 'Fn::GetAtt': [Object.keys(createResources(site, 'AWS::KMS::Key'))[0], 'Arn'] }
    expect(oneOf(site, 'AWS::SNS::Topic').Properties['KmsMasterKeyId']).toEqual(key)
    const { KeyPolicy } = oneOf(site, 'AWS::KMS::Key').Properties
    const cloudWatch = {
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    }
    const statements = (policy: unknown) => (policy as { Statement: object[] }).Statement
    expect(statements(KeyPolicy)).toContainEqual(
      expect.objectContaining({ ...cloudWatch, Action: ['kms:Decrypt', 'kms:GenerateDataKey*'] }),
    )
    const { PolicyDocument } = oneOf(site, 'AWS::SNS::TopicPolicy').Properties
    expect(statements(PolicyDocument)).toContainEqual(
      expect.objectContaining({ ...cloudWatch, Action: 'sns:Publish' }),
    )
  })
})

test("the budget has the stage's amount and notifies the address, if any, of actual and forecast overruns", () => {
  const { Budget, NotificationsWithSubscribers } = oneOf(site, 'AWS::Budgets::Budget').Properties
  expect(Budget).toMatchObject({ TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 100, Unit: 'USD' } })
  expect(NotificationsWithSubscribers).toEqual(
    ['ACTUAL', 'FORECASTED'].map((NotificationType) => ({
      Notification: {
        NotificationType,
        ComparisonOperator: 'GREATER_THAN',
        Threshold: 100,
        ThresholdType: 'PERCENTAGE',
      },
      Subscribers: [{ SubscriptionType: 'EMAIL', Address: everything.alarmEmail }],
    })),
  )
  expect(oneOf(silent, 'AWS::Budgets::Budget').Properties).not.toHaveProperty('NotificationsWithSubscribers')
})

test('counts 429s from the access log', () => {
  expect(oneOf(site, 'AWS::Logs::MetricFilter').Properties).toMatchObject({
    FilterPattern: '{ $.status = "429" }',
    MetricTransformations: [
      { MetricNamespace: 'Revision/prod', MetricName: CALLS_THROTTLED, MetricValue: '1' },
    ],
  })
})

const clientsOf = (stacks: typeof whole) =>
  Object.values(createResources(stacks.data, 'AWS::Cognito::UserPoolClient')).map(
    ({ Properties }) => Properties,
  )

test("the probe's client accepts passwords only with its secret and AWS credentials", () => {
  const probe = clientsOf(whole).find(({ ClientName }) => ClientName === 'probe')
  expect(probe).toMatchObject({
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    GenerateSecret: true,
    AllowedOAuthFlowsUserPoolClient: false,
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    AccessTokenValidity: 5,
    RefreshTokenValidity: 60,
    ReadAttributes: ['email', 'email_verified'],
    WriteAttributes: ['email'],
  })
})

test('only the functions that the probe calls accept its tokens', () => {
  const taking = Object.entries(functionsOf(whole)).filter(([, resource]) =>
    Object.hasOwn(environmentOf(resource), 'PROBE_CLIENT_ID'),
  )
  expect(taking.map(([name]) => name).sort()).toEqual(['files', 'probe', 'session'])
})

test('the password is generated and appears in no template and no environment', () => {
  const secrets = Object.values(createResources(whole.data, 'AWS::SecretsManager::Secret'))
  expect(
    secrets.find(({ Properties }) => Properties['Name'] === 'revision/prod/probe-password'),
  ).toMatchObject({ Properties: { GenerateSecretString: { PasswordLength: 40, ExcludePunctuation: true } } })
  expect(environmentOf(functionsOf(whole)['probe'] as Resource)).toMatchObject({
    PROBE_EMAIL: 'success+revision-prod@simulator.amazonses.com',
    MAILS_CODES: 'true',
    PROBE_PASSWORD_SECRET_ID: 'revision/prod/probe-password',
  })
  expect(JSON.stringify(whole.data.toJSON())).not.toContain('ClientSecret')
})

test('dev has no probe', () => {
  const dev = synthesise('dev')
  expect(oneOf(dev.data, 'AWS::Cognito::UserPoolClient').Properties['ClientName']).toBe('web')
  expect(JSON.stringify([dev.data.toJSON(), silent.toJSON()])).not.toMatch(/probe-|PROBE_|probe\/handler/)
})
