import type { KeyPair } from 'dpop'
import { deriveKeys } from './open-document.ts'

const exported = (key: KeyPair['publicKey']) => crypto.subtle.exportKey('jwk', key)

test('derives one key from a password, which cannot be exported, and a different key from another', async () => {
  const [first, again, other] = [await deriveKeys('a'), await deriveKeys('a'), await deriveKeys('b')]
  expect(await exported(again.publicKey)).toEqual(await exported(first.publicKey))
  expect(await exported(other.publicKey)).not.toEqual(await exported(first.publicKey))
  await expect(exported(first.privateKey)).rejects.toThrow('not extractable')
})
