import { createResources, functionsOf, synthesise, synthesiseWhole } from '../../test-support/synthesise.ts'

const { data, site } = synthesiseWhole()
const queues = Object.entries(createResources(site, 'AWS::SQS::Queue'))

test('two queues keep documents to prepare, encrypted, and give them up after three attempts', () => {
  const { Timeout, MemorySize } = functionsOf({ data, site, edge: null })['preparation']?.Properties ?? {}
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
  const mappings = Object.values(createResources(site, 'AWS::Lambda::EventSourceMapping'))
  for (const [id] of queues) {
    const [mapping, ...others] = mappings.filter(({ Properties }) =>
      JSON.stringify(Properties['EventSourceArn']).includes(`"${id}"`),
    )
    expect(mapping?.Properties).toMatchObject({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } })
    expect(others).toEqual([])
  }
})

test('embed mode prepares nothing', () => {
  expect(createResources(synthesise('dev').site, 'AWS::SQS::Queue')).toEqual({})
})
