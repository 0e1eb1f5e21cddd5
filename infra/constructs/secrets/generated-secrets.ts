import { RemovalPolicy } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../../acknowledge.ts'
import { originSecretNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'

/**
 * Secrets that CloudFront sends to the API.
 *
 * A deployment may raise the version by one. CloudFront then sends a secret that functions trust before and after the
 * change, whichever side is updated first (docs/decisions/13-keys-of-the-edge.md).
 */
export class OriginSecrets extends Construct {
  /** Secret that CloudFront sends, as a dynamic reference. */
  readonly sent: string
  /** Secrets that functions trust, as comma-separated dynamic references. */
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
 * Creates a secret whose value is generated during the deployment and contained in no template, repository or log. It
 * never changes, because CloudFormation resolves a reference again only when its text changes: each version is a secret
 * of its own, which also is the last part of its name.
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
