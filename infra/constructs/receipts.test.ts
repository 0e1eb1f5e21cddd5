import { STAGE_NAMES } from '../stages.ts'
import { createResources, type Resource, synthesise } from '../test-support/synthesise.ts'

const bucketOf = (name: (typeof STAGE_NAMES)[number]): Resource | undefined =>
  Object.entries(createResources(synthesise(name).data, 'AWS::S3::Bucket')).find(([id]) =>
    id.startsWith('Receipts'),
  )?.[1]

test.each(STAGE_NAMES)(
  '%s keeps pictures in a private, encrypted bucket for 90 days, without versions',
  (name) => {
    const properties = bucketOf(name)?.Properties
    expect(properties).toMatchObject({
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
    expect(properties).not.toHaveProperty('VersioningConfiguration')
  },
)

test('keeps the bucket with its stack where data is protected', () => {
  expect(bucketOf('prod')?.DeletionPolicy).toBe('RetainExceptOnCreate')
  expect(bucketOf('dev')?.DeletionPolicy).toBe('Delete')
})

test('denies access without TLS 1.2, and grants none to others', () => {
  const policies = createResources(synthesise('prod').data, 'AWS::S3::BucketPolicy')
  const [policy] = Object.entries(policies).flatMap(([id, { Properties }]) =>
    id.startsWith('Receipts') ? [Properties['PolicyDocument'] as { Statement: object[] }] : [],
  )
  expect(policy?.Statement).toEqual([
    expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    expect.objectContaining({ Effect: 'Deny', Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } }),
  ])
})
