import { Duration } from 'aws-cdk-lib'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { ProbeEnvironment } from '#functions/probe/environment.ts'
import { userPoolArn } from '../../arns.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import { CapabilityFunction } from '../functions/capability-function.ts'
import { importDeadLetters, ScheduledCalls } from '../functions/scheduled-calls.ts'

export type ProbeProps = {
  stage: Stage
  /** The site's public address, so that the probe passes the edge as students do. */
  siteOrigin: string
  userPoolId: string
  /** Cognito client of the probe. */
  clientId: string
}

/**
 * Function that signs in, opens a document and records the result as a metric every 15 minutes
 * (functions/probe/handler.ts). The alarm `probe-failing` watches it. A failed run is not retried, since the next one
 * follows soon.
 */
export class Probe extends Construct {
  constructor(scope: Construct, id: string, { stage, siteOrigin, userPoolId, clientId }: ProbeProps) {
    super(scope, id)
    const names = stageNames(stage.name)
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
      schedule: Schedule.rate(Duration.minutes(15)),
      description: `Opens a document as a student does (${stage.name})`,
      deadLetters: importDeadLetters(this, stage),
      retries: 0,
    })
  }
}
