import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import type { Construct, IConstruct } from 'constructs'
import { stageNames } from './names.ts'
import type { Stage, StageName } from './stages.ts'

/** Accepts cdk-nag findings on a construct and its children, each with a reason. */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason })
}

/** Finding about the managed policy for writing logs, which the CDK's own helper functions use. */
export const BASIC_EXECUTION_ROLE =
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]'

/**
 * Removal policy of log groups, secrets and buckets: retained with their stack where data is protected, but removed when
 * the stack's creation is rolled back, so that it can be repeated (docs/decisions/26-repeatable-deployment.md).
 */
export function removalPolicy({ protectData }: Stage): RemovalPolicy {
  return protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY
}

/**
 * Removal policy of the table and the user pool: their deletion protection would make a rollback that removes them fail.
 * The website's bucket has it as well, because CloudFormation cannot remove a bucket with content.
 */
export function strictRemovalPolicy({ protectData }: Stage): RemovalPolicy {
  return protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
}

/** ARN of a user pool in the stack's account. */
export function userPoolArn(scope: Construct, userPoolId: string): string {
  return Stack.of(scope).formatArn({
    service: 'cognito-idp',
    resource: 'userpool',
    resourceName: userPoolId,
  })
}

/** ARN of the stage's table. */
export function tableArn(scope: Construct, stage: StageName): string {
  return Stack.of(scope).formatArn({
    service: 'dynamodb',
    resource: 'table',
    resourceName: stageNames(stage).table,
  })
}
