import { createResources, type Stacks, synthesise, synthesiseWhole } from '../test-support/synthesise.ts'

const whole = synthesiseWhole()

const of = ({ data }: Stacks, type: string, construct: string) =>
  Object.entries(createResources(data, type)).find(([id]) => id.startsWith(construct))?.[1]

const old = { ExpirationInDays: 90 }
const aborted = { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' }

test.each([
  { stage: 'prod', stacks: whole, bucket: 'Receipts', policy: 'RetainExceptOnCreate', rule: old },
  { stage: 'dev', stacks: synthesise('dev'), bucket: 'Receipts', policy: 'Delete', rule: old },
  { stage: 'prod', stacks: whole, bucket: 'Pages', policy: 'RetainExceptOnCreate', rule: {} },
])(
  'the bucket $bucket of $stage is private, encrypted and without versions',
  ({ stacks, bucket, ...made }) => {
    const found = of(stacks, 'AWS::S3::Bucket', bucket)
    expect(found?.DeletionPolicy).toBe(made.policy)
    expect(found?.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    })
    expect(found?.Properties['LifecycleConfiguration']).toEqual({ Rules: [{ ...aborted, ...made.rule }] })
    // Versions would keep a picture that was deleted.
    expect(found?.Properties).not.toHaveProperty('VersioningConfiguration')
  },
)

const cloudFront = (Action: string) => ({
  Effect: 'Allow',
  Action,
  Principal: { Service: 'cloudfront.amazonaws.com' },
  Condition: { ArnLike: { 'aws:SourceArn': expect.anything() } },
})

test.each([
  { bucket: 'Receipts', others: [] },
  { bucket: 'Pages', others: ['s3:GetObject', 's3:ListBucket'].map(cloudFront) },
])('the bucket $bucket denies access without TLS 1.2, and grants $others alone', ({ bucket, others }) => {
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
})

test('embed mode keeps no pictures of documents', () => {
  expect(of(synthesise('dev'), 'AWS::S3::Bucket', 'Pages')).toBeUndefined()
})
