import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get as getByHttps } from 'node:https'
import { arrayBuffer } from 'node:stream/consumers'
import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { SignIn } from '#shared/domain/sign-in.ts'

export type UserPool = {
  userPoolId: string
  /** Whose tokens are taken; those of any other client of the pool are not. */
  clientIds: readonly string[]
  /** Where the pool's keys are read instead of at Cognito itself; undefined in the cloud. */
  endpoint: string | undefined
}

/** Answers the sign-in that a valid access token stands for. @throws DomainError AUTHENTICATION_REQUIRED, TEMPORARILY_UNAVAILABLE */
export type VerifyToken = (token: string) => Promise<SignIn>

const KEYS_TIMEOUT_MS = 3_000

/** Checks access tokens of the given clients of one user pool: signature, issuer, expiry, use and client. */
export function tokenVerifier({ userPoolId, clientIds, endpoint }: UserPool): VerifyToken {
  const region = userPoolId.slice(0, userPoolId.indexOf('_'))
  const base = endpoint ?? `https://cognito-idp.${region}.amazonaws.com`
  const keysUri = `${base}/${userPoolId}/.well-known/jwks.json`
  const verifier = CognitoJwtVerifier.create(
    { userPoolId, clientId: [...clientIds], tokenUse: 'access' as const },
    // The library always asks at Cognito itself, and over https only; a local user pool is elsewhere.
    { jwksCache: new SimpleJwksCache({ fetcher: { fetch: () => fetchKeys(keysUri) } }) },
  )
  return async (token) => {
    try {
      const { sub, exp, auth_time: signedInAt, origin_jti: signInId } = await verifier.verify(token)
      // The library asks for neither.
      if (typeof sub !== 'string' || !Number.isFinite(exp)) throw new DomainError('AUTHENTICATION_REQUIRED')
      return {
        userId: sub,
        // A claim missing from the token would compare as neither before nor after: it is the oldest sign-in there is.
        signedInAt: Number.isFinite(signedInAt) ? signedInAt : 0,
        signInId: typeof signInId === 'string' ? signInId : null,
      }
    } catch (error) {
      // Keys that cannot be read say nothing about the token: nobody is signed out for that (decision D13).
      throw error instanceof DomainError ? error : new DomainError('AUTHENTICATION_REQUIRED')
    }
  }
}

/**
 * By node:https, which the SDK has loaded anyway: the first global fetch costs 20 ms of a cold start, and so does node:http,
 * which only a local user pool needs.
 */
async function fetchKeys(uri: string): Promise<ArrayBuffer> {
  try {
    const get = uri.startsWith('https:') ? getByHttps : (await import('node:http')).get
    const request = get(uri, { signal: AbortSignal.timeout(KEYS_TIMEOUT_MS) })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    if (response.statusCode === 200) return await arrayBuffer(response)
    response.destroy()
    throw new Error(`The user pool's keys answered ${response.statusCode}`)
  } catch (cause) {
    throw new DomainError('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 2, cause })
  }
}
