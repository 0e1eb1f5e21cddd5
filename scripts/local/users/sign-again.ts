import { createPrivateKey, createSign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as v from 'valibot'

/** The emulator's own key, which is the same in every installation of it. */
const keyPath = createRequire(import.meta.url).resolve('cognito-local/lib/keys/cognitoLocal.private.json')
const { pem } = v.parse(v.object({ pem: v.string() }), JSON.parse(readFileSync(keyPath, 'utf8')))
const key = createPrivateKey(pem)

/** A token of the emulator with some claims changed. */
export function signAgain(token: string, changes: Record<string, unknown>): string {
  const [header = '', payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const unsigned = `${header}.${Buffer.from(JSON.stringify({ ...claims, ...changes })).toString('base64url')}`
  return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(key, 'base64url')}`
}
