import { loadConfig } from '../config.ts'
import { IdentityFailure, identityFailureOf } from './identity-failure.ts'

/** Asks the account service, and tells what it refuses in this site's words. @throws IdentityFailure, ApiFailure */
export async function asking<T>(ask: () => Promise<T>): Promise<T> {
  await loadConfig()
  try {
    return await ask()
  } catch (error) {
    throw error instanceof IdentityFailure ? error : identityFailureOf(error)
  }
}

/** Rethrows; the stage's refusal of a blocked account must look like a wrong password (decision D9). */
export function asWrongPassword(error: unknown): never {
  if (error instanceof Error && error.name === 'UserLambdaValidationException')
    throw new IdentityFailure('invalidCredentials', error)
  throw error
}
