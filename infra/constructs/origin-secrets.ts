import { RemovalPolicy } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { originSecretNames } from '../names.ts'
import type { Stage } from '../stages.ts'

/** Number of letters and digits. */
const LENGTH = 48

/**
 * Secrets that CloudFront sends to the API, generated during the deployment and contained in no template, repository or
 * log. Each version is a secret of its own and never changes, because CloudFormation resolves a reference again only when
 * its text changes.
 *
 * A deployment may raise the version by one. CloudFront then sends a secret that functions trust before and after the
 * change, whichever side is updated first (docs/decisions/17-origin-secret.md).
 */
export class OriginSecrets extends Construct {
  /** Secret that CloudFront sends, as a dynamic reference. */
  readonly sent: string
  /** Secrets that functions trust, as comma-separated dynamic references. */
  readonly trusted: string

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id)
    const { sent, trusted } = originSecretNames(stage)
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
    // CloudFormation writes the values to the origin's header and the functions' environment.
    return secret.secretValue.unsafeUnwrap()
  }
}
