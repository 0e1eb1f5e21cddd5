import { CognitoError, wrongCredentials } from './cognito-error.ts'
import type { Body } from './emulator-client.ts'
import { assertPasswordLength, asWrongCredentials } from './guards.ts'
import { type OperationDeps, text } from './operation.ts'

/** Replaces a password for whoever knows it. Wrong ones count with those of sign-in: both guess the same secret. */
export async function changePassword(deps: OperationDeps, body: Body): Promise<Body> {
  const { emulator, pool, signInAttempts } = deps
  const sub = await deps.verifyAccessToken(text(body.AccessToken))
  assertPasswordLength(pool, body.ProposedPassword)
  const username = (await emulator.find(sub))?.attributes.email ?? sub
  if (signInAttempts.isLocked(username))
    throw new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
  try {
    const answer = await emulator.call('ChangePassword', body).catch(asWrongCredentials)
    signInAttempts.succeeded(username)
    return answer
  } catch (error) {
    if (error instanceof CognitoError && error.message === wrongCredentials().message)
      signInAttempts.failed(username)
    throw error
  }
}
