import {
  createResources,
  functionsOf,
  oneOf,
  type Resource,
  type Stacks,
  synthesiseWhole,
} from '../../test-support/synthesise.ts'

const prod = synthesiseWhole()
const QUEUE = 'revision-prod-dead-letters'

const queueArn = (name: string) =>
  name === 'reconcile-accounts'
    ? { 'Fn::GetAtt': [Object.keys(createResources(prod.data, 'AWS::SQS::Queue'))[0], 'Arn'] }
    : { 'Fn::Join': ['', ['arn:aws:sqs:eu-west-3:', { Ref: 'AWS::AccountId' }, `:${QUEUE}`]] }

function scheduleOf(stacks: Stacks, name: string): { rule: Resource; onFailure: Resource } {
  const id = functionsOf(stacks)[name]?.id
  if (id === undefined) throw new Error(`No function ${name}`)
  const about = (type: string) =>
    [stacks.data, stacks.site]
      .flatMap((template) => Object.values(createResources(template, type)))
      .filter((resource) => JSON.stringify(resource.Properties).includes(`"${id}"`))
  const [rule, otherRule] = about('AWS::Events::Rule')
  const [onFailure, otherConfig] = about('AWS::Lambda::EventInvokeConfig')
  if (!rule || !onFailure || otherRule || otherConfig) throw new Error(`Not one schedule of ${name}`)
  return { rule, onFailure }
}

test('followers of the table read the ARN of its stream at each deployment, as an operator enters it for a restored one', () => {
  const { Parameters } = prod.site.toJSON() as { Parameters: Record<string, object> }
  const streams = Object.values(createResources(prod.site, 'AWS::Lambda::EventSourceMapping'))
    .map(({ Properties }) => Properties)
    .filter(({ StartingPosition }) => StartingPosition === 'LATEST')
    .map(({ EventSourceArn }) => Parameters[(EventSourceArn as { Ref: string }).Ref])
  const parameter = {
    Type: 'AWS::SSM::Parameter::Value<String>',
    Default: '/revision/prod/table-stream-arn',
  }
  expect(streams).toEqual([parameter, parameter])
})

const schedules = [
  { name: 'reconcile-accounts', every: 'rate(1 day)', retries: 1 },
  { name: 'check-documents', every: 'rate(1 day)', retries: 1 },
  { name: 'preparation', every: 'rate(1 day)', retries: 1 },
  { name: 'publisher', every: 'cron(1 23,0 * * ? *)', retries: 1 },
  { name: 'mails', every: 'cron(0 9 * * ? *)', retries: 1 },
  { name: 'probe', every: 'rate(15 minutes)', retries: 0 },
]

test.each(schedules)('invokes $name at $every with a dead-letter queue', ({ name, every, retries }) => {
  const { rule, onFailure } = scheduleOf(prod, name)
  const { ScheduleExpression, State, Targets } = rule.Properties
  expect({ ScheduleExpression, State }).toEqual({ ScheduleExpression: every, State: 'ENABLED' })
  expect(Targets).toEqual([
    {
      Id: expect.any(String),
      Arn: { 'Fn::GetAtt': [functionsOf(prod)[name]?.id, 'Arn'] },
      RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 3600 },
      DeadLetterConfig: { Arn: queueArn(name) },
    },
  ])
  expect(onFailure.Properties).toMatchObject({
    MaximumRetryAttempts: retries,
    MaximumEventAgeInSeconds: 3600,
    DestinationConfig: { OnFailure: { Destination: queueArn(name) } },
  })
})

test('has no other schedule of functions', () => {
  const rules = [prod.data, prod.site]
    .flatMap((template) => Object.values(createResources(template, 'AWS::Events::Rule')))
    .filter(({ Properties }) => Properties['ScheduleExpression'])
  expect(rules).toHaveLength(schedules.length)
})

test('keeps dead letters encrypted for 14 days, and takes those of the rules', () => {
  const { data } = prod
  expect(oneOf(data, 'AWS::SQS::Queue').Properties).toMatchObject({
    QueueName: QUEUE,
    SqsManagedSseEnabled: true,
    MessageRetentionPeriod: 14 * 24 * 3600,
  })
  const { PolicyDocument } = oneOf(data, 'AWS::SQS::QueuePolicy').Properties as {
    PolicyDocument: { Statement: object[] }
  }
  expect(PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({
      Effect: 'Allow',
      Principal: { Service: 'events.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    }),
  )
})

const queues = Object.entries(createResources(prod.site, 'AWS::SQS::Queue'))

test('two queues keep documents to prepare, encrypted, and give them up after three attempts', () => {
  const { Timeout, MemorySize } = functionsOf(prod)['preparation']?.Properties ?? {}
  expect({ Timeout, MemorySize }).toEqual({ Timeout: 14 * 60, MemorySize: 2_048 })
  const arn = ['arn:aws:sqs:eu-west-3:', { Ref: 'AWS::AccountId' }, ':revision-prod-dead-letters']
  const names = ['revision-prod-preparation', 'revision-prod-preparation-first']
  expect(queues.map(([, { Properties }]) => Properties)).toEqual(
    names.map((QueueName) => ({
      QueueName,
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 4 * 24 * 3_600,
      VisibilityTimeout: 15 * 60,
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::Join': ['', arn] }, maxReceiveCount: 3 },
    })),
  )
})

test('a document is one call, and each queue has two at once, so that a reader never waits for an import', () => {
  const mappings = Object.values(createResources(prod.site, 'AWS::Lambda::EventSourceMapping'))
  for (const [id] of queues) {
    const [mapping, ...others] = mappings.filter(({ Properties }) =>
      JSON.stringify(Properties['EventSourceArn']).includes(`"${id}"`),
    )
    expect(mapping?.Properties).toMatchObject({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } })
    expect(others).toEqual([])
  }
})
