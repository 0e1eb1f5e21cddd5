import { Duration, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import { Construct } from 'constructs'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { acknowledge, allow, removalPolicy } from '../conventions.ts'
import { stageNames } from '../names.ts'
import type { Stage } from '../stages.ts'

export const PRIVATE_BUCKET = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
}

type StoreProps = {
  stage: Stage
  /** Parameter by which the site stack finds the bucket, since names of buckets are unique in the whole world. */
  parameterName: string
  expiration?: Duration
  /** Why its requests are not logged. */
  unlogged: string
}

/** Creates a bucket without versions, so that a deleted object cannot be restored. */
function createStore(scope: Construct, { stage, parameterName, expiration, unlogged }: StoreProps): Bucket {
  const bucket = new Bucket(scope, 'Bucket', {
    ...PRIVATE_BUCKET,
    minimumTLSVersion: 1.2,
    lifecycleRules: [
      { ...(expiration && { expiration }), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    removalPolicy: removalPolicy(stage),
    // CloudFormation cannot delete a bucket with content, and npm run destroy must complete.
    autoDeleteObjects: !stage.protectData,
  })
  acknowledge(bucket, { 'AwsSolutions-S1': unlogged })
  new StringParameter(scope, 'Name', { parameterName, stringValue: bucket.bucketName })
  return bucket
}

/**
 * Pictures, texts and manifests of prepared PDFs by the digest of each file: they can be made again, and have no
 * backup.
 */
export class Pages extends Construct {
  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const bucket = createStore(this, {
      stage,
      parameterName: stageNames(stage.name).parameters.pagesBucket,
      unlogged:
        'The distribution reads it for signed requests only; one function writes pictures, and one words.',
    })
    this.#letDistributionRead(bucket)
  }

  /** The distribution is made after the bucket, in the site stack, so that any one of this account is allowed. */
  #letDistributionRead(bucket: Bucket): void {
    const distributions = Stack.of(this).formatArn({
      service: 'cloudfront',
      region: '',
      resource: 'distribution',
      resourceName: '*',
    })
    const ofThisAccount = {
      principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
      conditions: { ArnLike: { 'aws:SourceArn': distributions } },
    }
    for (const statement of [
      { actions: ['s3:GetObject'], resources: [bucket.arnForObjects('files/pages/*')] },
      // Makes S3 answer 404 instead of 403 for a picture that is gone.
      { actions: ['s3:ListBucket'], resources: [bucket.bucketArn] },
    ])
      bucket.addToResourcePolicy(new PolicyStatement({ ...statement, ...ofThisAccount }))
  }
}

/**
 * Pictures of receipts: each is deleted 90 days after it was sent, in any state of its request, and with its account.
 */
export class Receipts extends Construct {
  readonly bucket: Bucket

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    this.bucket = createStore(this, {
      stage,
      parameterName: stageNames(stage.name).parameters.receiptBucket,
      expiration: Duration.days(LONGEST_RETENTION.paymentRequests),
      unlogged: 'Only functions read and write it; what owners decide by it is in the audit log.',
    })
  }
}

/**
 * Lets a function use the objects of a bucket of the data stack.
 * @param bucketName as the function's stack knows it: a parameter, or a reference
 */
export function grantObjects(
  user: IFunction,
  bucketName: string,
  keys: string,
  ...actions: readonly ('GetObject' | 'PutObject' | 'DeleteObject')[]
): void {
  const stack = Stack.of(user)
  const bucket = stack.formatArn({ service: 's3', region: '', account: '', resource: bucketName })
  user.addToRolePolicy(allow('s3', actions, `${bucket}/${keys}`))
  // Without this right S3 answers a missing object like a forbidden one.
  if (actions.includes('GetObject')) user.addToRolePolicy(allow('s3', ['ListBucket'], bucket))
  const { Ref: nameId } = stack.resolve(bucketName) as { Ref: string }
  acknowledge(user.role ?? user, {
    [`AwsSolutions-IAM5[Resource::arn:aws:s3:::<${nameId}>/${keys}]`]:
      'Names of objects are made when they are stored; the bucket holds nothing else.',
  })
}
