import {
  createResources,
  type Resource,
  type Stacks,
  synthesise,
  synthesiseWhole,
} from '../test-support/synthesise.ts'

const whole = synthesiseWhole()
const dev = synthesise('dev')

const bucketOf = ({ data }: Stacks): Resource | undefined =>
  Object.entries(createResources(data, 'AWS::S3::Bucket')).find(([id]) => id.startsWith('Receipts'))?.[1]

test.each([
  { name: 'prod', stacks: whole, policy: 'RetainExceptOnCreate' },
  { name: 'dev', stacks: dev, policy: 'Delete' },
])('$name keeps pictures in a private, encrypted bucket for 90 days', ({ stacks, policy }) => {
  const bucket = bucketOf(stacks)
  expect(bucket?.DeletionPolicy).toBe(policy)
  expect(bucket?.Properties).toMatchObject({
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
    LifecycleConfiguration: { Rules: [{ ExpirationInDays: 90, Status: 'Enabled' }] },
  })
  // Versions would keep a picture that was deleted.
  expect(bucket?.Properties).not.toHaveProperty('VersioningConfiguration')
})

test('denies access without TLS 1.2, and grants none to others', () => {
  const policies = createResources(whole.data, 'AWS::S3::BucketPolicy')
  const [policy] = Object.entries(policies).flatMap(([id, { Properties }]) =>
    id.startsWith('Receipts') ? [Properties['PolicyDocument'] as { Statement: object[] }] : [],
  )
  expect(policy?.Statement).toEqual([
    expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    expect.objectContaining({ Effect: 'Deny', Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } }),
  ])
})
