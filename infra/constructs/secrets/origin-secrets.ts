import { Construct } from 'constructs'
import { originSecretNames } from '../../names.ts'
import type { Stage } from '../../stages.ts'
import { generateSecret } from './generated-secret.ts'

/**
 * Secrets that CloudFront sends to the API.
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
    const description =
      'By which the API knows CloudFront. Made by the deployment; replaced by originSecretVersion.'
    const references = new Map(trusted.map((name) => [name, generateSecret(this, { name, description })]))
    this.sent = references.get(sent) as string
    this.trusted = [...references.values()].join(',')
  }
}
