import { type CfnElement, CustomResource, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { KeyGroup, PublicKey } from 'aws-cdk-lib/aws-cloudfront'
import type { IRole } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Provider } from 'aws-cdk-lib/custom-resources'
import { Construct } from 'constructs'
import type { SigningKeyEnvironment } from '#functions/signing-key/environment.ts'
import { acknowledge, allow, BASIC_EXECUTION_ROLE } from '../conventions.ts'
import { originSecretNames, stageNames } from '../names.ts'
import { KEY_SLOTS, type KeySlot } from '../signing-keys.ts'
import type { Stage } from '../stages.ts'
import { CapabilityFunction } from './functions/capability-function.ts'

/**
 * CloudFront sends a secret that functions trust before and after a change of version, whichever side is updated first
 * (docs/decisions/13-keys-of-the-edge.md).
 */
export class OriginSecrets extends Construct {
  readonly sent: string
  /** Comma-separated. */
  readonly trusted: string

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const { sent, trusted } = originSecretNames(stage)
    const description =
      'By which the API knows CloudFront. Made by the deployment; replaced by originSecretVersion.'
    const references = new Map(trusted.map((name) => [name, generateSecret(this, { name, description })]))
    this.sent = references.get(sent) as string
    this.trusted = [...references.values()].join(',')
  }
}

/**
 * Generated during the deployment, and in no template, repository or log. CloudFormation resolves a reference again
 * only when its text changes, so that each version is a secret of its own.
 * @returns the value as a dynamic reference
 */
export function generateSecret(
  scope: Construct,
  { name, description }: { name: string; description: string },
): string {
  const secret = new Secret(scope, name.slice(name.lastIndexOf('/') + 1), {
    secretName: name,
    description,
    generateSecretString: { passwordLength: 48, excludePunctuation: true },
    removalPolicy: RemovalPolicy.DESTROY,
  })
  acknowledge(secret, {
    'AwsSolutions-SMG4': 'Never changed: a new version is a new secret, for both of its sides.',
  })
  // CloudFormation writes the value where it is used.
  return secret.secretValue.unsafeUnwrap()
}

/**
 * Links signed with either pair are valid at all times, and the active one signs: the idle pair can be replaced, and
 * activated by a later deployment, without a failing link (docs/decisions/13-keys-of-the-edge.md). The private key
 * appears in no template, log or repository.
 */
export class SigningKeys extends Construct {
  readonly keyGroup: KeyGroup
  readonly active: { keyPairId: string; secretId: string }
  readonly #keys: Readonly<Record<KeySlot, { secret: Secret; publicKey: PublicKey }>>

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const { active, versions } = stage.signingKeys
    const secrets = bySlot((slot) => this.#secret(stage, slot))
    const provider = this.#provider(stage, Object.values(secrets))
    this.#keys = bySlot((slot) => {
      const pair = new CustomResource(this, `Pair${slot}`, {
        serviceToken: provider.serviceToken,
        resourceType: 'Custom::SigningKeyPair',
        properties: { SecretId: secrets[slot].secretArn, KeyVersion: String(versions[slot]) },
      })
      // Without this dependency the first call could come before the function's policy exists.
      pair.node.addDependency(provider.onEventHandler.role as IRole)
      // CloudFront cannot change a public key, so a new version is a new resource.
      const publicKey = new PublicKey(this, `PublicKey${slot}${versions[slot]}`, {
        encodedKey: pair.getAttString('PublicKey'),
      })
      return { secret: secrets[slot], publicKey }
    })
    this.keyGroup = new KeyGroup(this, 'Keys', {
      items: KEY_SLOTS.map((slot) => this.#keys[slot].publicKey),
    })
    this.active = {
      keyPairId: this.#keys[active].publicKey.publicKeyId,
      secretId: stageNames(stage.name).secrets.signingKeys[active],
    }
  }

  /** During a rotation the function's previous version still reads the other key. */
  grantSign(signer: IFunction): void {
    for (const slot of KEY_SLOTS) this.#keys[slot].secret.grantRead(signer)
  }

  #secret(stage: Stage, slot: KeySlot): Secret {
    const secret = new Secret(this, `PrivateKey${slot}`, {
      secretName: stageNames(stage.name).secrets.signingKeys[slot],
      description: `Private key ${slot} that signs document URLs. Written by the deployment.`,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    acknowledge(secret, {
      'AwsSolutions-SMG4': 'A pair of keys changes with CloudFront in one deployment: by rotate-signing-key.',
    })
    return secret
  }

  #provider(stage: Stage, secrets: readonly Secret[]): Provider {
    const maker = new CapabilityFunction(this, 'Maker', {
      stage,
      name: 'signing-key',
      environment: {} satisfies SigningKeyEnvironment,
      statements: [
        allow(
          'secretsmanager',
          ['GetSecretValue', 'PutSecretValue'],
          ...secrets.map(({ secretArn }) => secretArn),
        ),
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
    const makerId = Stack.of(this).getLogicalId(maker.node.defaultChild as CfnElement)
    acknowledge(provider, {
      [BASIC_EXECUTION_ROLE]: "The framework's own function: writing its logs, nothing else.",
      [`AwsSolutions-IAM5[Resource::<${makerId}.Arn>:*]`]:
        'The framework may call any version of the one function behind it.',
    })
    return provider
  }
}

function bySlot<T>(make: (slot: KeySlot) => T): Record<KeySlot, T> {
  return { A: make('A'), B: make('B') }
}
