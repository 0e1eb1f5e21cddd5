import { RemovalPolicy } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { acknowledge } from '../../acknowledge.ts'

/** Number of letters and digits. */
const LENGTH = 48

type GeneratedSecretProps = { name: string; description: string }

/**
 * Creates a secret whose value is generated during the deployment and contained in no template, repository or log. It
 * never changes, because CloudFormation resolves a reference again only when its text changes: each version is a secret
 * of its own, which also is the last part of its name.
 * @returns the value as a dynamic reference
 */
export function generateSecret(scope: Construct, { name, description }: GeneratedSecretProps): string {
  const secret = new Secret(scope, name.slice(name.lastIndexOf('/') + 1), {
    secretName: name,
    description,
    generateSecretString: { passwordLength: LENGTH, excludePunctuation: true },
    removalPolicy: RemovalPolicy.DESTROY,
  })
  acknowledge(secret, {
    'AwsSolutions-SMG4': 'Never changed: a new version is a new secret, for both of its sides.',
  })
  // CloudFormation writes the value where it is used.
  return secret.secretValue.unsafeUnwrap()
}
