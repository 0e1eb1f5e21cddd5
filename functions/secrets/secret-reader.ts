import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DomainError } from '#shared/domain/domain-error.ts'
import { clientSettings } from '../aws/client-settings.ts'

/** Reads a secret once for the life of the function. */
export type ReadSecret = () => Promise<string>

/**
 * @param secretId name or ARN of the secret
 * @throws DomainError TEMPORARILY_UNAVAILABLE (when asked) while the secret cannot be read; the next call tries again
 */
export function secretReader(secretId: string, client = openSecrets()): ReadSecret {
  let reading: Promise<string> | undefined
  return () => {
    reading ??= readSecret(client, secretId).catch((cause: unknown) => {
      reading = undefined
      throw new DomainError('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 2, cause })
    })
    return reading
  }
}

function openSecrets(): SecretsManagerClient {
  return new SecretsManagerClient(clientSettings(3))
}

async function readSecret(client: SecretsManagerClient, secretId: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }))
  if (!SecretString) throw new Error('The secret is empty')
  return SecretString
}
