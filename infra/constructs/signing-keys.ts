import { type CfnElement, CustomResource, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { KeyGroup, PublicKey } from 'aws-cdk-lib/aws-cloudfront'
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Provider } from 'aws-cdk-lib/custom-resources'
import { Construct } from 'constructs'
import type { SigningKeyEnvironment } from '#functions/signing-key/environment.ts'
import { acknowledge, BASIC_EXECUTION_ROLE } from '../acknowledge.ts'
import { namesOf } from '../names.ts'
import { KEY_SLOTS, type KeySlot } from '../signing-keys.ts'
import type { Stage } from '../stages.ts'
import { CapabilityFunction } from './capability-function.ts'

/** A slot's pair: the private half in a secret, the public half at CloudFront. */
type SlotKey = { secret: Secret; publicKey: PublicKey }

/**
 * The two pairs of keys behind signed document URLs. Links signed with either are taken at all times; the active one
 * signs. So the idle one can be made new, and made active by a later deployment, without a link that fails in between
 * (docs/decisions/13; `npm run rotate-signing-key`).
 *
 * A pair is made during the deployment by functions/signing-key: the private half goes straight into the slot's secret
 * and is never in a template, a log or a repository; the public half comes back as an attribute.
 */
export class SigningKeys extends Construct {
  /** Both slots. */
  readonly keyGroup: KeyGroup
  /** What the ticket function signs with: the public key's id and the name of the secret with the private one. */
  readonly active: { keyPairId: string; secretId: string }
  readonly #keys: Readonly<Record<KeySlot, SlotKey>>

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
      // The function's rights stand in a policy beside it, without which the first call would be refused.
      pair.node.addDependency(provider.onEventHandler.role as IRole)
      // CloudFront cannot change a key: a new version is a new key.
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
      secretId: namesOf(stage.name).secrets.signingKeys[active],
    }
  }

  /** Lets a function read both private keys: while the active one changes, its earlier generation reads the other. */
  grantSign(signer: IFunction): void {
    for (const slot of KEY_SLOTS) this.#keys[slot].secret.grantRead(signer)
  }

  #secret(stage: Stage, slot: KeySlot): Secret {
    const secret = new Secret(this, `PrivateKey${slot}`, {
      secretName: namesOf(stage.name).secrets.signingKeys[slot],
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
      entry: 'signing-key/handler',
      environment: {} satisfies SigningKeyEnvironment,
      statements: [
        new PolicyStatement({
          actions: ['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'],
          resources: secrets.map(({ secretArn }) => secretArn),
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
