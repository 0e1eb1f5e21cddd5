import { Duration } from 'aws-cdk-lib'
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
