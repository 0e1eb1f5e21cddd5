import { Duration, Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import { Construct } from 'constructs'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { acknowledge } from '../acknowledge.ts'
import { stageNames } from '../names.ts'
import { removalPolicy } from '../removal-policies.ts'
import type { Stage } from '../stages.ts'

/**
 * Private bucket with the pictures of receipts that students send with a declared payment. Each is deleted 90 days
 * after it was sent, in any state of its request, and with its account. The bucket has no versions, so that a deleted
 * picture cannot be restored.
 */
export class Receipts extends Construct {
  readonly bucket: Bucket

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [
        {
          expiration: Duration.days(LONGEST_RETENTION.paymentRequests),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      removalPolicy: removalPolicy(stage),
      // CloudFormation cannot delete a bucket with content, and npm run destroy must complete.
      autoDeleteObjects: !stage.protectData,
    })
    acknowledge(this.bucket, {
      'AwsSolutions-S1': 'Only functions read and write it; what owners decide by it is in the audit log.',
    })
    // The site stack finds the bucket by this parameter, since names of buckets are unique in the whole world.
    new StringParameter(this, 'Name', {
      parameterName: stageNames(stage.name).parameters.receiptBucket,
      stringValue: this.bucket.bucketName,
    })
  }
}

/** Actions that a function may have on pictures of receipts. */
type ReceiptAction = 'GetObject' | 'PutObject' | 'DeleteObject'

/** Lets a function use the bucket of receipts. */
export function grantReceipts(
  user: IFunction,
  bucketName: string,
  ...actions: readonly ReceiptAction[]
): void {
  const stack = Stack.of(user)
  const bucket = stack.formatArn({ service: 's3', region: '', account: '', resource: bucketName })
  user.addToRolePolicy(
    new PolicyStatement({ actions: actions.map((action) => `s3:${action}`), resources: [`${bucket}/*`] }),
  )
  // Without this right S3 answers a missing picture like a forbidden one.
  if (actions.includes('GetObject'))
    user.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket] }))
  const { Ref: nameId } = stack.resolve(bucketName) as { Ref: string }
  acknowledge(user.role ?? user, {
    [`AwsSolutions-IAM5[Resource::arn:aws:s3:::<${nameId}>/*]`]:
      'The names of pictures are made when they are sent; the bucket holds nothing else.',
  })
}
