import { createSecretReader } from '../aws/secrets.ts'
import type { FilesEnvironment } from './environment.ts'

/** A private key, PEM, and the id by which the edge knows its public half. */
type SigningKey = { pairId: string; privateKey: string }

/** Reads the key once for the life of the function. @throws DomainError TEMPORARILY_UNAVAILABLE; the next call tries again */
export type ReadSigningKey = () => Promise<SigningKey>

/**
 * The key of the slot that was active when this function was deployed. Id and key are kept together, so that a secret
 * that is renewed meanwhile cannot part them: a slot gets a new key only while the other one signs, and the function
 * learns of a new active slot by being deployed, that is by starting anew. Until then it goes on with the pair it has,
 * which the edge trusts as long as its slot is not renewed.
 */
export function signingKeyReader(
  env: Pick<FilesEnvironment, 'SIGNING_KEY_PAIR_ID' | 'SIGNING_KEY_SECRET_ID'>,
): ReadSigningKey {
  const readSecret = createSecretReader(env.SIGNING_KEY_SECRET_ID)
  return async () => ({ pairId: env.SIGNING_KEY_PAIR_ID, privateKey: await readSecret() })
}
