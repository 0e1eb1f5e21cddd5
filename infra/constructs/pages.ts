import { Duration, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { stageNames } from '../names.ts'
import { removalPolicy } from '../removal-policies.ts'
import type { Stage } from '../stages.ts'

/**
 * Private bucket with the pictures, texts and manifests of prepared PDFs, by the digest of each file's bytes
 * (shared/entities/prepared-document.ts). Its objects never change and can be made again from Drive's files, so that it
 * has no versions and no backup; the words of statements, which the publisher keeps beside them, from the texts.
 */
export class Pages extends Construct {
  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: removalPolicy(stage),
      // CloudFormation cannot delete a bucket with content, and npm run destroy must complete.
      autoDeleteObjects: !stage.protectData,
    })
    this.#letDistributionRead(bucket)
    acknowledge(bucket, {
      'AwsSolutions-S1':
        'The distribution reads it for signed requests only; one function writes pictures, and one words.',
    })
    // The site stack finds the bucket by this parameter, since names of buckets are unique in the whole world.
    new StringParameter(this, 'Name', {
      parameterName: stageNames(stage.name).parameters.pagesBucket,
      stringValue: bucket.bucketName,
    })
  }

  /**
   * Lets CloudFront read by origin access control. The distribution is made after the bucket, in the site stack, so that
   * any distribution of this account is allowed; none of another account is.
   */
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
