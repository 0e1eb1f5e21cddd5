import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { CognitoError } from './cognito-error.ts'
import type { EmulatorClient } from './emulator-client.ts'
import type { PoolSettings } from './pool-settings.ts'

/**
 * Checks the access tokens of the operations that a user calls for himself: the emulator takes any text for a token.
 * @returns answers the `sub`; throws CognitoError for a bad token or an account that is gone or disabled
 */
export function accessTokenVerifier(
  pool: PoolSettings,
  emulator: EmulatorClient,
): (token: string) => Promise<string> {
  const verifier = CognitoJwtVerifier.create({
    userPoolId: pool.userPoolId,
    clientId: pool.clientId,
    tokenUse: 'access' as const,
  })
  let keys: Promise<void> | undefined
  return async (token) => {
    keys ??= emulator.readKeys().then((json) => verifier.cacheJwks(JSON.parse(json) as { keys: never[] }))
    await keys.catch((error: unknown) => {
      keys = undefined
      throw error
    })
    const { sub } = await verifier.verify(token).catch(() => {
      throw new CognitoError('NotAuthorizedException', 'Invalid Access Token')
    })
    const account = await emulator.find(sub)
    if (!account) throw new CognitoError('UserNotFoundException', 'User does not exist.')
    if (!account.enabled) throw new CognitoError('NotAuthorizedException', 'User is disabled.')
    return sub
  }
}
