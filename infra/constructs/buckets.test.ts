import {
  createResources,
  oneOf,
  type Resource,
  type Stacks,
  synthesise,
  synthesiseWhole,
  type Template,
} from '../test-support/synthesise.ts'

// cdk-nag (infra/app.test.ts) demands of every bucket that it is private and denies access without TLS.

const whole = synthesiseWhole()

const of = ({ data }: Stacks, type: string, construct: string) =>
  Object.entries(createResources(data, type)).find(([id]) => id.startsWith(construct))?.[1]

const old = { ExpirationInDays: 90 }
const aborted = { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }

test.each([
  { stage: 'prod', stacks: whole, bucket: 'Receipts', policy: 'RetainExceptOnCreate', rule: old },
  { stage: 'dev', stacks: synthesise('dev'), bucket: 'Receipts', policy: 'Delete', rule: old },
  { stage: 'prod', stacks: whole, bucket: 'Pages', policy: 'RetainExceptOnCreate', rule: {} },
])('$bucket of $stage are kept by $rule and have no versions', ({ stacks, bucket, policy, rule }) => {
  const found = of(stacks, 'AWS::S3::Bucket', bucket)
  expect(found?.DeletionPolicy).toBe(policy)
  expect(found?.Properties['LifecycleConfiguration']).toEqual({ Rules: [{ ...aborted, ...rule }] })
  // Versions would keep a picture that was deleted.
  expect(found?.Properties).not.toHaveProperty('VersioningConfiguration')
})

const cloudFront = (Action: string) => ({
  Effect: 'Allow',
  Action,
  Principal: { Service: 'cloudfront.amazonaws.com' },
  Condition: { ArnLike: { 'aws:SourceArn': expect.anything() } },
})

test.each([
  { bucket: 'Receipts', others: [] },
  { bucket: 'DailyExport', others: [] },
  { bucket: 'Pages', others: ['s3:GetObject', 's3:ListBucket'].map(cloudFront) },
])('$bucket deny access without TLS 1.2, and grant $others alone', ({ bucket, others }) => {
  const policy = of(whole, 'AWS::S3::BucketPolicy', bucket)?.Properties['PolicyDocument']
  const denied = [
    { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    { Effect: 'Deny', Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } },
  ]
  expect((policy as { Statement: object[] }).Statement).toEqual(
    [...denied, ...others].map((statement) => expect.objectContaining(statement)),
  )
})

test('only distributions of the account read pictures of documents, and no other object', () => {
  const policy = JSON.stringify(of(whole, 'AWS::S3::BucketPolicy', 'Pages'))
  expect(policy).toContain('["",["arn:aws:cloudfront::",{"Ref":"AWS::AccountId"},":distribution/*"]]')
  expect(policy).toContain('"/files/pages/*"]]')
  expect(of(synthesise('dev'), 'AWS::S3::Bucket', 'Pages')).toBeUndefined()
})

const { data } = synthesiseWhole()
const idOf = (type: string) => Object.keys(createResources(data, type))[0]
const table = { 'Fn::GetAtt': [idOf('AWS::DynamoDB::Table'), 'Arn'] }
const bucketId = Object.keys(exportsOf(data, 'AWS::S3::Bucket'))[0]
const bucket = exportsOf(data, 'AWS::S3::Bucket')[bucketId ?? '']

type Target = { Arn: object; Input: { 'Fn::Join': [string, unknown[]] }; RoleArn: { 'Fn::GetAtt': [string] } }
const schedule = oneOf(data, 'AWS::Scheduler::Schedule').Properties
const target = schedule['Target'] as Target

test.each([
  { name: 'prod', stack: data, days: 90 },
  { name: 'dev', stack: synthesise('dev').data, days: null },
])('$name keeps daily exports for $days days', ({ stack, days }) => {
  const buckets = Object.values(exportsOf(stack, 'AWS::S3::Bucket'))
  expect(Object.keys(createResources(stack, 'AWS::Scheduler::Schedule'))).toHaveLength(buckets.length)
  expect(buckets.map(expirationOf)).toEqual(days === null ? [] : [days])
})

test('keeps exports in a versioned and retained bucket', () => {
  expect(bucket?.DeletionPolicy).toBe('RetainExceptOnCreate')
  expect(bucket?.Properties).toMatchObject({
    VersioningConfiguration: { Status: 'Enabled' },
    LifecycleConfiguration: { Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 30 } }] },
  })
})

test('exports the whole table once a day, with the same token on retries, then to the dead-letter queue', () => {
  expect(schedule).toMatchObject({
    ScheduleExpression: 'cron(30 3 * * ? *)',
    ScheduleExpressionTimezone: 'Africa/Casablanca',
    State: 'ENABLED',
  })
  expect(target).toMatchObject({
    RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 7200 },
    DeadLetterConfig: { Arn: { 'Fn::GetAtt': [idOf('AWS::SQS::Queue'), 'Arn'] } },
  })
  expect(JSON.stringify(target.Arn)).toContain(':scheduler:::aws-sdk:dynamodb:exportTableToPointInTime')
  const [separator, parts] = target.Input['Fn::Join']
  const input = JSON.parse(parts.map((part) => (typeof part === 'string' ? part : 'later')).join(separator))
  expect(input).toEqual({
    TableArn: 'later',
    S3Bucket: 'later',
    S3SseAlgorithm: 'AES256',
    ExportFormat: 'DYNAMODB_JSON',
    ClientToken: 'prod-<aws.scheduler.scheduled-time>',
  })
})

test('lets the schedule export the table and send dead letters, but neither read nor delete', () => {
  const [roleId] = target.RoleArn['Fn::GetAtt']
  const policies = Object.values(createResources(data, 'AWS::IAM::Policy')).filter(({ Properties }) =>
    JSON.stringify(Properties['Roles']).includes(roleId),
  )
  const statements = policies.flatMap(
    ({ Properties }) => (Properties['PolicyDocument'] as { Statement: object[] }).Statement,
  )
  expect(statements).toEqual([
    { Effect: 'Allow', Action: 'dynamodb:ExportTableToPointInTime', Resource: table },
    {
      Effect: 'Allow',
      Action: ['s3:AbortMultipartUpload', 's3:PutObject', 's3:PutObjectAcl'],
      Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': [bucketId, 'Arn'] }, '/AWSDynamoDB/*']] },
    },
    {
      Effect: 'Allow',
      Action: 'sqs:SendMessage',
      Resource: { 'Fn::GetAtt': [idOf('AWS::SQS::Queue'), 'Arn'] },
    },
  ])
  const { AssumeRolePolicyDocument } = data.toJSON().Resources[roleId].Properties
  expect(AssumeRolePolicyDocument.Statement).toMatchObject([
    {
      Principal: { Service: 'scheduler.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    },
  ])
})

test('records each finished export', () => {
  const rules = Object.values(createResources(data, 'AWS::Events::Rule')).map(({ Properties }) => Properties)
  expect(rules).toContainEqual(
    expect.objectContaining({
      Name: 'revision-prod-export-finished',
      EventPattern: {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: {
          bucket: { name: [{ Ref: bucketId }] },
          object: { key: [{ suffix: '/manifest-summary.json' }] },
        },
      },
      Targets: [expect.objectContaining({ Id: 'Target0' })],
    }),
  )
  expect(bucket?.Properties).toMatchObject({
    NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
  })
})

function exportsOf(template: Template, type: string): Record<string, Resource> {
  const found = Object.entries(createResources(template, type))
  return Object.fromEntries(found.filter(([id]) => id.startsWith('DailyExport')))
}

function expirationOf({ Properties }: Resource): number | undefined {
  const { Rules } = Properties['LifecycleConfiguration'] as { Rules: { ExpirationInDays: number }[] }
  return Rules[0]?.ExpirationInDays
}
