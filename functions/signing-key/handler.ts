import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { CdkCustomResourceEvent, CdkCustomResourceResponse } from 'aws-lambda'
import * as v from 'valibot'
import { openSecret } from '../aws/secrets.ts'

const Properties = v.object({
  SecretId: v.string(),
  /** A change of this text creates a new pair. */
  KeyVersion: v.string(),
})

/** At deploy time, so that no template contains a key. Deleting does nothing: the secret belongs to the stack. */
export async function handler(event: CdkCustomResourceEvent): Promise<CdkCustomResourceResponse> {
  const { SecretId, KeyVersion } = v.parse(Properties, event.ResourceProperties)
  // The id never changes, since CloudFormation would delete the resource of an old one.
  const PhysicalResourceId = `signing-key-${SecretId}`
  if (event.RequestType === 'Delete') return { PhysicalResourceId: event.PhysicalResourceId }
  const isKept = event.RequestType === 'Update' && event.OldResourceProperties.KeyVersion === KeyVersion
  const PublicKey = isKept ? await storedPublicKey(SecretId) : await renewKey(SecretId)
  return { PhysicalResourceId, Data: { PublicKey } }
}

async function renewKey(secretId: string): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  await openSecret(secretId).write(privateKey)
  return publicKey
}

async function storedPublicKey(secretId: string): Promise<string> {
  const privateKey = await openSecret(secretId).read()
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
}
