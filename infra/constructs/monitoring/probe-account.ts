import { Duration } from 'aws-cdk-lib'
import {
  ClientAttributes,
  type UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import { Construct } from 'constructs'
import { acknowledge } from '../../acknowledge.ts'
import { stageNames } from '../../names.ts'
import { removalPolicy } from '../../removal-policies.ts'
import type { Stage } from '../../stages.ts'

/**
 * Cognito client and password secret of the probe; `npm run create-probe` creates the account.
 *
 * The web's client accepts no passwords (SRP only). This client accepts them only from callers with AWS credentials and
 * the client's secret, which the probe reads from Cognito. Its tokens live five minutes and are accepted by the two
 * functions that the probe calls.
 */
export class ProbeAccount extends Construct {
  constructor(scope: Construct, id: string, { stage, userPool }: { stage: Stage; userPool: UserPool }) {
    super(scope, id)
    const names = stageNames(stage.name)
    const client = new UserPoolClient(this, 'Client', {
      userPool,
      userPoolClientName: 'probe',
      generateSecret: true,
      authFlows: { adminUserPassword: true },
      disableOAuth: true,
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.minutes(5),
      idTokenValidity: Duration.minutes(5),
      // The shortest validity that Cognito allows.
      refreshTokenValidity: Duration.hours(1),
      // Without this setting tokens could write every standard attribute.
      readAttributes: new ClientAttributes().withStandardAttributes({ email: true, emailVerified: true }),
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
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
