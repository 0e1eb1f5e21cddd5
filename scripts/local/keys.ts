import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { originSecretNames } from '#infra/names.ts'
import { KEY_SLOTS } from '#infra/signing-keys.ts'
import type { Stage } from '#infra/stages.ts'
import type { ServiceAccount } from './drive/service-account.ts'

export type SigningKeyPair = { slot: (typeof KEY_SLOTS)[number]; privateKey: string; publicKey: string }

/** The pairs that sign document URLs: what the deployment's custom resource would make, kept in the data folder. */
export function readOrMakeSigningKeys(folder: string): SigningKeyPair[] {
  return KEY_SLOTS.map((slot) => {
    const privateKey = readOrMake(folder, `signing-key-${slot.toLowerCase()}.pem`, newPrivateKey)
    return { slot, privateKey, publicKey: publicKeyOf(privateKey) }
  })
}

/** What Secrets Manager would generate for edge and functions, by name: new at each start, since both start together. */
export function makeOriginSecrets(stage: Stage): Record<string, string> {
  return Object.fromEntries(
    originSecretNames(stage).trusted.map((name) => [name, randomBytes(36).toString('base64url')]),
  )
}

/** The key file of a service account, as Google would hand it out, for the local Drive. */
export function readOrMakeServiceAccount(folder: string, tokenUri: string): ServiceAccount {
  return {
    type: 'service_account',
    project_id: 'revision-local',
    private_key_id: 'local',
    private_key: readOrMake(folder, 'drive-account.pem', newPrivateKey),
    client_email: 'documents@revision-local.iam.gserviceaccount.com',
    token_uri: tokenUri,
  }
}

function readOrMake(folder: string, file: string, make: () => string): string {
  const path = join(folder, file)
  if (existsSync(path)) return readFileSync(path, 'utf8')
  mkdirSync(folder, { recursive: true })
  const made = make()
  writeFileSync(path, made, { mode: 0o600 })
  return made
}

function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
}
