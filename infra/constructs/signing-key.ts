import { type CfnElement, CustomResource, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { KeyGroup, PublicKey } from 'aws-cdk-lib/aws-cloudfront'
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Provider } from 'aws-cdk-lib/custom-resources'
import { Construct } from 'constructs'
import type { SigningKeyEnvironment } from '#functions/signing-key/environment.ts'
import { acknowledge, BASIC_EXECUTION_ROLE } from '../acknowledge.ts'
import { namesOf } from '../names.ts'
import type { Stage } from '../stages.ts'
import { CapabilityFunction } from './capability-function.ts'

/**
 * The pair of keys behind signed document URLs. The pair is made during the deployment by functions/signing-key: the
 * private half goes straight into the secret and is never in a template, a log or a repository; the public half comes
 * back as an attribute. A new `signingKeyVersion` of the stage makes a new pair under a new key id; should that
 * deployment fail and be rolled back, raise the version once more, since the secret holds a newer key by then.
 */
export class SigningKey extends Construct {
  /** Holds the private key as PEM. Its name is fixed by names.ts. */
  readonly secret: Secret
  readonly publicKey: PublicKey
  readonly keyGroup: KeyGroup

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const version = String(stage.signingKeyVersion)
    this.secret = new Secret(this, 'PrivateKey', {
      secretName: namesOf(stage.name).secrets.signingKey,
      description: 'Private key that signs document URLs. Written by the deployment.',
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const maker = new CapabilityFunction(this, 'Maker', {
      stage,
      name: 'signing-key',
      entry: 'signing-key/handler',
      environment: {} satisfies SigningKeyEnvironment,
      statements: [
        new PolicyStatement({
          actions: ['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'],
          resources: [this.secret.secretArn],
        }),
      ],
      timeout: Duration.minutes(1),
    })
    const provider = new Provider(this, 'Provider', {
      onEventHandler: maker,
      logGroup: new LogGroup(this, 'ProviderLogs', {
        retention: stage.logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    })
    const pair = new CustomResource(this, 'Pair', {
      serviceToken: provider.serviceToken,
      resourceType: 'Custom::SigningKeyPair',
      properties: { SecretId: this.secret.secretArn, KeyVersion: version },
    })
    // The function's rights stand in a policy beside it, without which the first call would be refused.
    pair.node.addDependency(maker.role as IRole)
    // CloudFront cannot change a key: a new version is a new key.
    this.publicKey = new PublicKey(this, `PublicKeyV${version}`, {
      encodedKey: pair.getAttString('PublicKey'),
    })
    this.keyGroup = new KeyGroup(this, 'Keys', { items: [this.publicKey] })

    acknowledge(this.secret, {
      'AwsSolutions-SMG4': 'A pair of keys changes with CloudFront in one deployment: by signingKeyVersion.',
    })
    const makerId = Stack.of(this).getLogicalId(maker.node.defaultChild as CfnElement)
    acknowledge(provider, {
      [BASIC_EXECUTION_ROLE]: "The framework's own function: writing its logs, nothing else.",
      [`AwsSolutions-IAM5[Resource::<${makerId}.Arn>:*]`]:
        'The framework may call any version of the one function behind it.',
    })
  }
}
