import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { originSecretNames, signUpKeyNames } from '#infra/names.ts'
import { KEY_SLOTS } from '#infra/signing-keys.ts'
import type { Stage } from '#infra/stages.ts'

export type SigningKeyPair = { slot: (typeof KEY_SLOTS)[number]; privateKey: string; publicKey: string }

/** Makes the key pairs of document URLs in the data folder, in place of the deployment's custom resource. */
export function readSigningKeyPairs(folder: string): SigningKeyPair[] {
  return KEY_SLOTS.map((slot) => {
    const privateKey = readPrivateKey(folder, `signing-key-${slot.toLowerCase()}`)
    const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
    return { slot, privateKey, publicKey }
  })
}

/** Generates the secrets of a deployment by name, anew at each start. */
export function createGeneratedSecrets(stage: Stage): Record<string, string> {
  const names = [...originSecretNames(stage).trusted, ...signUpKeyNames(stage).trusted]
  return Object.fromEntries(names.map((name) => [name, randomBytes(36).toString('base64url')]))
}

/** Reads a private key (PEM) of the data folder, and makes it at the first time. */
export function readPrivateKey(folder: string, name: string): string {
  const path = join(folder, `${name}.pem`)
  if (existsSync(path)) return readFileSync(path, 'utf8')
  mkdirSync(folder, { recursive: true })
  const pem = createPrivateKeyPem()
  writeFileSync(path, pem, { mode: 0o600 })
  return pem
}

export function createPrivateKeyPem(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
