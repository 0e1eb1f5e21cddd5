import { createHmac, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Directory, userDirectory } from './user-directory.ts'

export const USER_POOL_ID = 'eu-west-3_TestPool1'
export const USER_POOL_CLIENT_ID = 'testclient1234567890'
const ISSUER = `https://cognito-idp.eu-west-3.amazonaws.com/${USER_POOL_ID}`

type Claims = Record<string, unknown>

export type UserPool = {
  endpoint: string
  /** A valid access token of the user, of a sign-in of its own, or one that differs by the given claims. */
  token(userId: string, claims?: Claims): string
  /** Tokens that must not be taken, by what is wrong with them. */
  badTokens(userId: string): Record<string, string>
  /** How often the keys were fetched. */
  fetches(): number
  /** The keys' address answers 500 while it is `false`. */
  reachable(is: boolean): void
  directory: Directory
  stop(): void
}

/** Signs tokens as Cognito does and serves the public keys and the accounts on loopback. */
export async function startUserPool(): Promise<UserPool> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' }] }
  let fetches = 0
  let reachable = true
  const directory = userDirectory((userId, clientId) => token(userId, { client_id: clientId }))
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === 'POST') {
      void directory.answer(incoming, outgoing)
      return
    }
    fetches += 1
    const found = reachable && incoming.url === `/${USER_POOL_ID}/.well-known/jwks.json`
    outgoing.writeHead(found ? 200 : 500, { 'content-type': 'application/json' })
    outgoing.end(found ? JSON.stringify(jwks) : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const token = (userId: string, claims: Claims = {}) => rs256(privateKey, accessClaims(userId, claims))
  const badTokens = (userId: string) => {
    const [header = '', payload = '', signature = ''] = token(userId).split('.')
    const seconds = Math.floor(Date.now() / 1000)
    const claims = accessClaims(userId)
    const unsigned = `${encode({ alg: 'none', kid: 'key-1' })}.${encode(claims)}`
    const hmac = `${encode({ alg: 'HS256', kid: 'key-1' })}.${encode(claims)}`
    const publicPem = publicKey.export({ type: 'spki', format: 'pem' })
    const publicJwk = JSON.stringify(jwks.keys[0])
    const hs256 = (key: string | Buffer) =>
      `${hmac}.${createHmac('sha256', key).update(hmac).digest('base64url')}`
    const others = `https://cognito-idp.eu-west-3.amazonaws.com/eu-west-3_OtherPool`
    return {
      'alg none': `${unsigned}.`,
      'alg none with the signature of a good one': `${unsigned}.${signature}`,
      'HS256 with the public key': hs256(publicPem),
      'HS256 with the public key as it is published': hs256(publicJwk),
      'unknown kid': rs256(privateKey, claims, 'key-2'),
      'foreign key': rs256(stranger, claims),
      'altered payload': `${header}.${encode({ ...claims, sub: 'someone-else' })}.${signature}`,
      'altered signature': `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      'wrong issuer': token(userId, { iss: `${ISSUER}x` }),
      'of another pool': token(userId, { iss: others }),
      "of another pool, with that pool's key": rs256(stranger, accessClaims(userId, { iss: others })),
      'wrong client': token(userId, { client_id: 'another' }),
      'client in another claim': token(userId, { client_id: undefined, aud: USER_POOL_CLIENT_ID }),
      'id token': token(userId, { token_use: 'id', aud: USER_POOL_CLIENT_ID }),
      'id token of the service': token(userId, {
        token_use: 'id',
        aud: USER_POOL_CLIENT_ID,
        client_id: undefined,
      }),
      'of no use': token(userId, { token_use: undefined }),
      expired: token(userId, { exp: seconds - 1 }),
      'of no end': token(userId, { exp: undefined }),
      'without a user': token(userId, { sub: undefined }),
      'not yet valid': token(userId, { nbf: seconds + 60 }),
      'no token at all': 'abc',
    }
  }
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    badTokens,
    fetches: () => fetches,
    reachable: (is) => {
      reachable = is
    },
    directory,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function accessClaims(userId: string, claims: Claims = {}): Claims {
  const seconds = Math.floor(Date.now() / 1000)
  return {
    sub: userId,
    iss: ISSUER,
    client_id: USER_POOL_CLIENT_ID,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    auth_time: seconds,
    origin_jti: randomUUID(),
    iat: seconds,
    exp: seconds + 3600,
    ...claims,
  }
}

function rs256(key: KeyObject, claims: Claims, kid = 'key-1'): string {
  const unsigned = `${encode({ alg: 'RS256', kid })}.${encode(claims)}`
  return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(key, 'base64url')}`
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
