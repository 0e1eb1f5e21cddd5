import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { acknowledge } from '../acknowledge.ts'

/** Actions that a function may have on objects of a bucket. */
export type ObjectAction = 'GetObject' | 'PutObject' | 'DeleteObject'

/**
 * Lets a function use the objects of a bucket of the data stack.
 * @param bucketName as the function's stack knows it: a parameter, or a reference
 * @param keys pattern of their keys
 */
export function grantObjects(
  user: IFunction,
  bucketName: string,
  keys: string,
  ...actions: readonly ObjectAction[]
): void {
  const stack = Stack.of(user)
  const bucket = stack.formatArn({ service: 's3', region: '', account: '', resource: bucketName })
  user.addToRolePolicy(
    new PolicyStatement({
      actions: actions.map((action) => `s3:${action}`),
      resources: [`${bucket}/${keys}`],
    }),
  )
  // Without this right S3 answers a missing object like a forbidden one.
  if (actions.includes('GetObject'))
    user.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket] }))
  const { Ref: nameId } = stack.resolve(bucketName) as { Ref: string }
  acknowledge(user.role ?? user, {
    [`AwsSolutions-IAM5[Resource::arn:aws:s3:::<${nameId}>/${keys}]`]:
      'Names of objects are made when they are stored; the bucket holds nothing else.',
  })
}
