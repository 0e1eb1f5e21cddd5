import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Construct, IConstruct } from 'constructs'
import { stageNames } from './names.ts'
import type { Stage, StageName } from './stages.ts'

/** Accepts findings of cdk-nag on a construct and its children. */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason })
}

/** The CDK's own helper functions write logs by a managed policy. */
export const BASIC_EXECUTION_ROLE =
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]'

/**
 * Log groups, secrets and buckets are removed when the stack's creation is rolled back, so that it can be repeated
 * (docs/decisions/26-repeatable-deployment.md).
 */
export function removalPolicy({ protectData }: Stage): RemovalPolicy {
  return protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY
}

/**
 * For the table and the user pool, whose deletion protection would make a rollback fail, and the website's bucket,
 * which CloudFormation cannot remove with content.
 */
export function strictRemovalPolicy({ protectData }: Stage): RemovalPolicy {
  return protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
}

/** `allow('s3', ['GetObject'], arn)` */
export function allow(service: string, actions: readonly string[], ...resources: string[]): PolicyStatement {
  return new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources })
}

/** Cognito's calls by which accounts are found, deleted, and kept out. */
export const MANAGE_ACCOUNTS = [
  'ListUsers',
  'AdminDeleteUser',
  'AdminDisableUser',
  'AdminUserGlobalSignOut',
  'AdminEnableUser',
]

export function userPoolArn(scope: Construct, userPoolId: string): string {
  return Stack.of(scope).formatArn({
    service: 'cognito-idp',
    resource: 'userpool',
    resourceName: userPoolId,
  })
}

export function tableArn(scope: Construct, stage: StageName): string {
  return Stack.of(scope).formatArn({
    service: 'dynamodb',
    resource: 'table',
    resourceName: stageNames(stage).table,
  })
}
