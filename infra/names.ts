import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { Stage, StageName } from './stages.ts'

/**
 * The physical names by which the two stacks, the functions and the operators' scripts find things.
 * Fixed names and SSM parameters stand in place of cross-stack exports, so that the stacks deploy apart.
 */
export function namesOf(stage: StageName) {
  return {
    table: `revision-${stage}`,
    userPool: `revision-${stage}`,
    function: (name: string) => `revision-${stage}-${name}`,
    /** The queue of calls that failed for good. */
    deadLetters: `revision-${stage}-dead-letters`,
    /** The schedule of exports to S3, and the rule that notes those that are finished. */
    dailyExport: `revision-${stage}-daily-export`,
    exportFinished: `revision-${stage}-export-finished`,
    /** CloudWatch's namespace of our own metrics: stages may share an account, their alarms may not. */
    metrics: `Revision/${stage}`,
    /** The probe's account; no mail can reach that domain (RFC 2606). */
    probeEmail: `probe@revision-${stage}.invalid`,
    secrets: {
      signingKeys: { A: `revision/${stage}/signing-key-a`, B: `revision/${stage}/signing-key-b` },
      driveCredentials: `revision/${stage}/drive-credentials`,
      probePassword: `revision/${stage}/probe-password`,
      originSecret: (version: number) => `revision/${stage}/origin-secret-${version}`,
    },
    parameters: {
      userPoolId: `/revision/${stage}/user-pool-id`,
      userPoolClientId: `/revision/${stage}/user-pool-client-id`,
      probeClientId: `/revision/${stage}/probe-client-id`,
      distributionId: `/revision/${stage}/distribution-id`,
      /** In us-east-1. One name an address: a certificate for another one is found under another name. */
      certificateArn: (host: string) => `/revision/${stage}/certificate-arn/${host}`,
      /** In us-east-1. */
      firewallArn: `/revision/${stage}/firewall-arn`,
    },
  }
}

/**
 * The secrets by which the API knows CloudFront: the one that CloudFront sends, and with it, all trusted, the one before
 * and the one to come, so that edge and functions may change in any order (docs/decisions/17).
 */
export function originSecretsOf({ name, originSecretVersion: sent }: Stage) {
  const { originSecret } = namesOf(name).secrets
  const trusted = [sent - 1, sent, sent + 1].filter((version) => version > 0)
  return { sent: originSecret(sent), trusted: trusted.map(originSecret) }
}

/** Where CloudFront looks for certificates and firewalls. */
export const EDGE_REGION = 'us-east-1'

/** `Revision-Dev-Data` */
export function stackId(stage: StageName, part: 'Data' | 'Site' | 'Edge' | 'Delivery'): string {
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
