import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { clientSettings, unavailable } from './sdk.ts'

/**
 * Reads a secret once in the life of the function. @throws DomainError TEMPORARILY_UNAVAILABLE while it cannot be read
 */
export type ReadSecret = () => Promise<string>

export function createSecretReader(secretId: string): ReadSecret {
  const secret = openSecret(secretId)
  let value: Promise<string> | undefined
  return () => {
    value ??= secret.read().catch((cause: unknown) => {
      value = undefined
      throw unavailable(cause)
    })
    return value
  }
}

/** Opens a secret, which is read at each call. @throws Error of the SDK, or when the secret is empty */
export function openSecret(secretId: string) {
  const client = new SecretsManagerClient(clientSettings(3))

  async function read(): Promise<string> {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }))
    if (!SecretString) throw new Error('The secret is empty')
    return SecretString
  }

  async function write(value: string): Promise<void> {
    await client.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: value }))
  }

  return { read, write }
}
