import type { Environment } from 'aws-cdk-lib'
import type { Stage, StageName } from './stages.ts'

/**
 * Fixed names and SSM parameters replace cross-stack exports, so that stacks can be deployed separately. Nothing here
 * loads the CDK, which takes half a second.
 */
export function stageNames(stage: StageName) {
  return {
    table: `revision-${stage}`,
    userPool: `revision-${stage}`,
    function: (name: string) => `revision-${stage}-${name}`,
    deadLetters: `revision-${stage}-dead-letters`,
    /** Queues of documents to prepare: of changes, and of readers who wait. */
    preparations: { queue: `revision-${stage}-preparation`, first: `revision-${stage}-preparation-first` },
    dailyExport: `revision-${stage}-daily-export`,
    exportFinished: `revision-${stage}-export-finished`,
    /** CloudWatch namespace of our own metrics, per stage because stages may share an account. */
    metrics: `Revision/${stage}`,
    /** Address of the probe's account: SES's mailbox simulator takes every mail and counts none as a bounce. */
    probeEmail: `success+revision-${stage}@simulator.amazonses.com`,
    secrets: {
      signingKeys: { A: `revision/${stage}/signing-key-a`, B: `revision/${stage}/signing-key-b` },
      driveCredentials: `revision/${stage}/drive-credentials`,
      probePassword: `revision/${stage}/probe-password`,
      originSecret: (version: number) => `revision/${stage}/origin-secret-${version}`,
      signUpKey: (version: number) => `revision/${stage}/sign-up-key-${version}`,
    },
    parameters: {
      userPoolId: `/revision/${stage}/user-pool-id`,
      userPoolClientId: `/revision/${stage}/user-pool-client-id`,
      probeClientId: `/revision/${stage}/probe-client-id`,
      distributionId: `/revision/${stage}/distribution-id`,
      receiptBucket: `/revision/${stage}/receipt-bucket`,
      pagesBucket: `/revision/${stage}/pages-bucket`,
      /** The table's stream, whose name contains the time at which it was switched on. */
      tableStreamArn: `/revision/${stage}/table-stream-arn`,
      /** In us-east-1. One name per host, since a change of host brings another certificate. */
      certificateArn: (host: string) => `/revision/${stage}/certificate-arn/${host}`,
      firewallArn: `/revision/${stage}/firewall-arn`,
    },
  }
}

/**
 * Functions trust the previous, current and next secret, so that edge and functions may be updated in any order
 * (docs/decisions/13-keys-of-the-edge.md).
 */
export function originSecretNames({ name, originSecretVersion: sent }: Stage) {
  const { originSecret } = stageNames(name).secrets
  const trusted = [sent - 1, sent, sent + 1].filter((version) => version > 0)
  return { sent: originSecret(sent), trusted: trusted.map(originSecret) }
}

/**
 * The trigger's stack is deployed first, so that it trusts the key that still signs
 * (docs/decisions/36-sign-up-proof-of-work.md).
 */
export function signUpKeyNames({ name, signUpKeyVersion: signing }: Stage) {
  const { signUpKey } = stageNames(name).secrets
  const trusted = [signing - 1, signing].filter((version) => version > 0)
  return { signing: signUpKey(signing), trusted: trusted.map(signUpKey) }
}

/** CloudFront takes certificates and web ACLs from there. */
export const EDGE_REGION = 'us-east-1'

/** Like `Revision-Dev-Data`. */
export function stackId(stage: StageName, part: 'Data' | 'Site' | 'Edge' | 'Delivery'): string {
  return `Revision-${stage.charAt(0).toUpperCase()}${stage.slice(1)}-${part}`
}

/** Region and account of a stack; any account where the stage names none. */
export function stackEnvironment({ region, account }: Stage, stackRegion: string = region): Environment {
  return { region: stackRegion, ...(account && { account }) }
}
