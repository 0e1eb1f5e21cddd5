import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { StageName } from './stages.ts'

/**
 * The physical names by which the two stacks, the functions and the operators' scripts find things.
 * Fixed names and SSM parameters stand in place of cross-stack exports, so that the stacks deploy apart.
 */
export function namesOf(stage: StageName) {
  return {
    table: `revision-${stage}`,
    userPool: `revision-${stage}`,
    function: (name: string) => `revision-${stage}-${name}`,
    secrets: {
      signingKeys: { A: `revision/${stage}/signing-key-a`, B: `revision/${stage}/signing-key-b` },
      driveCredentials: `revision/${stage}/drive-credentials`,
    },
    parameters: {
      userPoolId: `/revision/${stage}/user-pool-id`,
      userPoolClientId: `/revision/${stage}/user-pool-client-id`,
      distributionId: `/revision/${stage}/distribution-id`,
    },
  }
}

/** `Revision-Dev-Data` */
export function stackId(stage: StageName, part: 'Data' | 'Site'): string {
  return `Revision-${stage.charAt(0).toUpperCase()}${stage.slice(1)}-${part}`
}

/** ARN of a user pool of the stack's own account, made from its id. */
export function userPoolArn(scope: Construct, userPoolId: string): string {
  return Stack.of(scope).formatArn({
    service: 'cognito-idp',
    resource: 'userpool',
    resourceName: userPoolId,
  })
}

/** ARN of the stage's table, made from its name. */
export function tableArn(scope: Construct, stage: StageName): string {
  return Stack.of(scope).formatArn({
    service: 'dynamodb',
    resource: 'table',
    resourceName: namesOf(stage).table,
  })
}
