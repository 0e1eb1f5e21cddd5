import { createResources, type Stacks, synthesise, synthesiseWhole } from '../test-support/synthesise.ts'

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
