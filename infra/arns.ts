import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { stageNames } from './names.ts'
import type { StageName } from './stages.ts'

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
