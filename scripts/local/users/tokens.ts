import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto'
import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { type Account, digestToken, notAuthorized } from './accounts.ts'
import type { PoolSettings } from './pool-settings.ts'

export type Claims = Record<string, unknown>

type SignIn = { signInId: string; signedInAt: number }

const KEY_ID = 'local-1'

export class Tokens {
  readonly #settings: PoolSettings
  readonly #key: KeyObject
  readonly #verifier: ReturnType<typeof createVerifier>
  readonly jwks: { keys: object[] }

  /** @param privateKey PEM */
  constructor(settings: PoolSettings, privateKey: string) {
    this.#settings = settings
    this.#key = createPrivateKey(privateKey)
    const jwk = createPublicKey(this.#key).export({ format: 'jwk' })
    this.jwks = { keys: [{ ...jwk, kid: KEY_ID, alg: 'RS256', use: 'sig' }] }
    this.#verifier = createVerifier(settings)
    this.#verifier.cacheJwks(this.jwks as never)
  }

  get publicKey(): KeyObject {
    return createPublicKey(this.#key)
  }

  sign(claims: Claims, kid = KEY_ID): string {
    const unsigned = `${encodePart({ alg: 'RS256', kid })}.${encodePart(claims)}`
    return `${unsigned}.${sign('RSA-SHA256', Buffer.from(unsigned), this.#key).toString('base64url')}`
  }

  /** Makes the claims of an access token, of a new sign-in unless `changes` names one; undefined leaves a claim out. */
  accessClaims(sub: string, now: Date, changes: Claims = {}): Claims {
    const iat = Math.floor(now.getTime() / 1000)
    return {
      sub,
      iss: this.#issuer,
      client_id: this.#settings.clientId,
      origin_jti: randomUUID(),
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      auth_time: iat,
      iat,
      exp: iat + this.#settings.accessTokenSeconds,
      jti: randomUUID(),
      username: sub,
      ...changes,
    }
  }

  grant({ id, email }: Account, { signInId, signedInAt }: SignIn, now: Date, clientId: string) {
    const ofSignIn = { origin_jti: signInId, auth_time: signedInAt }
    const access = this.accessClaims(id, now, { ...ofSignIn, client_id: clientId })
    const { client_id: _client, scope: _scope, username: _username, ...shared } = access
    const identity = { token_use: 'id', aud: clientId, email, email_verified: true, 'cognito:username': id }
    return {
      AccessToken: this.sign(access),
      IdToken: this.sign({ ...shared, ...identity }),
      ExpiresIn: this.#settings.accessTokenSeconds,
      TokenType: 'Bearer',
    }
  }

  startSignIn(now: Date): { token: string; stored: Account['refreshTokens'][0] } {
    const token = randomBytes(48).toString('base64url')
    const signedInAt = Math.floor(now.getTime() / 1000)
    const expiresAt = signedInAt + this.#settings.refreshTokenSeconds
    return { token, stored: { digest: digestToken(token), signInId: randomUUID(), signedInAt, expiresAt } }
  }

  /** Reads the `sub` of a valid access token. @throws CognitoError */
  verifyAccessToken(token: string): string {
    try {
      return this.#verifier.verifySync(token).sub
    } catch {
      throw notAuthorized('Invalid Access Token')
    }
  }

  get #issuer(): string {
    const { region, userPoolId } = this.#settings
    return `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`
  }
}

function createVerifier({ userPoolId, clientId }: PoolSettings) {
  return CognitoJwtVerifier.create({ userPoolId, clientId, tokenUse: 'access' as const })
}

export function encodePart(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
