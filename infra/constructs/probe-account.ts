import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import {
  ClientAttributes,
  type UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { namesOf } from '../names.ts'
import type { Stage } from '../stages.ts'

/**
 * What the probe signs in by: a client of its own and the password of its account, which `npm run create-probe` makes.
 *
 * The web's client takes no passwords (SRP only). This one takes them from callers with AWS's credentials and its secret
 * alone, which only the probe's function has; its tokens are taken by the two functions that the probe visits, and live
 * for five minutes. The secret is in no template and no output: the probe asks Cognito for it.
 */
export class ProbeAccount extends Construct {
  constructor(scope: Construct, id: string, { stage, userPool }: { stage: Stage; userPool: UserPool }) {
    super(scope, id)
    const names = namesOf(stage.name)
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
      // The shortest there is.
      refreshTokenValidity: Duration.hours(1),
      // As the web's client: left out, every standard attribute could be written by its tokens.
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
      removalPolicy: stage.protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    acknowledge(password, {
      'AwsSolutions-SMG4': 'It opens one account that reads documents; create-probe sets another one.',
    })
  }
}
