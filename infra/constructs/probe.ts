import { Duration } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { ProbeEnvironment } from '#functions/probe/environment.ts'
import { namesOf, userPoolArn } from '../names.ts'
import type { Stage } from '../stages.ts'
import { CapabilityFunction } from './capability-function.ts'
import { deadLettersOf } from './dead-letters.ts'
import { ScheduledCalls } from './scheduled-calls.ts'

export type ProbeProps = {
  stage: Stage
  /** The site's public address: the probe comes through the edge like everybody. */
  siteOrigin: string
  userPoolId: string
  /** The probe's own client of the pool. */
  clientId: string
}

/**
 * Every 15 minutes, `rate(15 minutes)`: signs in, opens a document and tells the metrics how it went
 * (functions/probe/run-probe.ts). The alarm `probe-failing` watches them. A run is not repeated: the next one is near.
 */
export class Probe extends Construct {
  constructor(scope: Construct, id: string, { stage, siteOrigin, userPoolId, clientId }: ProbeProps) {
    super(scope, id)
    const names = namesOf(stage.name)
    const probe = new CapabilityFunction(this, 'Function', {
      stage,
      name: 'probe',
      entry: 'probe/handler',
      environment: {
        SITE_ORIGIN: siteOrigin,
        USER_POOL_ID: userPoolId,
        PROBE_CLIENT_ID: clientId,
        PROBE_EMAIL: names.probeEmail,
        PROBE_PASSWORD_SECRET_ID: names.secrets.probePassword,
      } satisfies ProbeEnvironment,
      statements: [
        new PolicyStatement({
          actions: ['cognito-idp:AdminInitiateAuth', 'cognito-idp:DescribeUserPoolClient'],
          resources: [userPoolArn(this, userPoolId)],
        }),
      ],
      memorySize: 256,
      timeout: Duration.minutes(1),
    })
    Secret.fromSecretNameV2(this, 'Password', names.secrets.probePassword).grantRead(probe)
    new ScheduledCalls(this, 'EveryQuarter', {
      function: probe,
      every: Duration.minutes(15),
      description: `Opens a document as a student does (${stage.name})`,
      deadLetters: deadLettersOf(this, stage),
      retries: 0,
    })
  }
}
