import { Duration } from 'aws-cdk-lib'
import {
  ClientAttributes,
  type UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import { Construct } from 'constructs'
import type { ProbeEnvironment } from '#functions/probe/environment.ts'
import { acknowledge, allow, removalPolicy, userPoolArn } from '../../conventions.ts'
import { stageNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import { importDeadLetters, ScheduledCalls } from '../functions/background-calls.ts'
import { CapabilityFunction } from '../functions/capability-function.ts'

type ProbeProps = {
  stage: Stage
  /** The site's public address, so that the probe passes the edge as students do. */
  siteOrigin: string
  userPoolId: string
  clientId: string
}

/**
 * Signs in and opens a document every 15 minutes, and asks for a code once a day. A failed run is not retried, since
 * the next one follows soon.
 */
export class Probe extends Construct {
  constructor(scope: Construct, id: string, { stage, siteOrigin, userPoolId, clientId }: ProbeProps) {
    super(scope, id)
    const names = stageNames(stage.name)
    const probe = new CapabilityFunction(this, 'Function', {
      stage,
      name: 'probe',
      environment: {
        SITE_ORIGIN: siteOrigin,
        USER_POOL_ID: userPoolId,
        PROBE_CLIENT_ID: clientId,
        PROBE_EMAIL: names.probeEmail,
        MAILS_CODES: stage.mail ? 'true' : 'false',
        PROBE_PASSWORD_SECRET_ID: names.secrets.probePassword,
      } satisfies ProbeEnvironment,
      statements: [
        allow('cognito-idp', ['AdminInitiateAuth', 'DescribeUserPoolClient'], userPoolArn(this, userPoolId)),
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

/** Settings of each client. Sign-up writes the address; by default tokens could write every standard attribute. */
export const STRICT_CLIENT = {
  disableOAuth: true,
  supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
  preventUserExistenceErrors: true,
  enableTokenRevocation: true,
  readAttributes: new ClientAttributes().withStandardAttributes({ email: true, emailVerified: true }),
  writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
}

/**
 * The web's client accepts no passwords (SRP only). This one accepts them only from callers with AWS credentials and
 * the client's secret, which the probe reads from Cognito.
 */
export class ProbeAccount extends Construct {
  constructor(scope: Construct, id: string, { stage, userPool }: { stage: Stage; userPool: UserPool }) {
    super(scope, id)
    const names = stageNames(stage.name)
    const client = new UserPoolClient(this, 'Client', {
      ...STRICT_CLIENT,
      userPool,
      userPoolClientName: 'probe',
      generateSecret: true,
      authFlows: { adminUserPassword: true },
      accessTokenValidity: Duration.minutes(5),
      idTokenValidity: Duration.minutes(5),
      // The shortest validity that Cognito allows.
      refreshTokenValidity: Duration.hours(1),
    })
    new StringParameter(this, 'ClientId', {
      parameterName: names.parameters.probeClientId,
      stringValue: client.userPoolClientId,
    })
    const password = new Secret(this, 'Password', {
      secretName: names.secrets.probePassword,
      description: `Password of ${names.probeEmail}. Made by the deployment, set by create-probe.`,
      generateSecretString: { passwordLength: 40, excludePunctuation: true },
      removalPolicy: removalPolicy(stage),
    })
    acknowledge(password, {
      'AwsSolutions-SMG4': 'It opens one account that reads documents; create-probe sets another one.',
    })
  }
}
