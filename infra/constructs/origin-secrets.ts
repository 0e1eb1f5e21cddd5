import { RemovalPolicy } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { originSecretsOf } from '../names.ts'
import type { Stage } from '../stages.ts'

/** Letters and digits. */
const LENGTH = 48

/**
 * The secrets by which the API knows that a call comes through CloudFront, generated during the deployment: no template,
 * repository or log holds one. Each version is a secret of its own, never changed, so that a reference to it is a new
 * one whenever the value is: CloudFormation does not look again at what stands behind a reference that it knows.
 *
 * One deployment raises the version. CloudFront then sends what the functions trusted before and trust after, whatever
 * changes first and wherever a rollback ends (docs/decisions/17).
 */
export class OriginSecrets extends Construct {
  /** What CloudFront sends: a dynamic reference, resolved by CloudFormation. */
  readonly sent: string
  /** What the functions trust, comma separated: dynamic references, the one sent among them. */
  readonly trusted: string

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const { sent, trusted } = originSecretsOf(stage)
    const references = new Map(trusted.map((name) => [name, this.#reference(name)]))
    this.sent = references.get(sent) as string
    this.trusted = [...references.values()].join(',')
  }

  #reference(name: string): string {
    const secret = new Secret(this, name.slice(name.lastIndexOf('/') + 1), {
      secretName: name,
      description:
        'By which the API knows CloudFront. Made by the deployment; replaced by originSecretVersion.',
      generateSecretString: { passwordLength: LENGTH, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    })
    acknowledge(secret, {
      'AwsSolutions-SMG4': 'Never changed: a new version is a new secret, for edge and functions at once.',
    })
    // In the clear where CloudFormation puts it: the header of the origin, the variables of the functions.
    return secret.secretValue.unsafeUnwrap()
  }
}
