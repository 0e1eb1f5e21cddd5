import { type CfnElement, CustomResource, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { KeyGroup, PublicKey } from 'aws-cdk-lib/aws-cloudfront'
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Provider } from 'aws-cdk-lib/custom-resources'
import { Construct } from 'constructs'
import type { SigningKeyEnvironment } from '#functions/signing-key/environment.ts'
import { acknowledge, BASIC_EXECUTION_ROLE } from '../../acknowledge.ts'
import { stageNames } from '../../names.ts'
import { KEY_SLOTS, type KeySlot } from '../../signing-keys.ts'
import type { Stage } from '../../stages.ts'
import { CapabilityFunction } from '../functions/capability-function.ts'

/** Key pair of a slot: the private key in a secret, the public key in CloudFront. */
type SlotKey = { secret: Secret; publicKey: PublicKey }

/**
 * The two key pairs of signed document URLs. Links signed with either are valid at all times; the active one signs. The
 * idle pair can thus be replaced, and activated by a later deployment, without a failing link in between
 * (docs/decisions/13-keys-of-the-edge.md, `npm run rotate-signing-key`).
 *
 * functions/signing-key creates a pair during the deployment: it writes the private key to the slot's secret, so that it
 * appears in no template, log or repository, and returns the public key as an attribute.
 */
export class SigningKeys extends Construct {
  /** Key group with both slots. */
  readonly keyGroup: KeyGroup
  /** Active key: id of the public key, and name of the secret with the private key. */
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

  /** Lets a function read both private keys, because its previous version still reads the other one during a rotation. */
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
