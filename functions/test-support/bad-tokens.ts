import { createHmac } from 'node:crypto'
import { testKey } from '#scripts/local/test-support/test-keys.ts'
import { type TestUsers, testPool } from '#scripts/local/test-support/users.ts'
import { encodePart, Tokens } from '#scripts/local/users/tokens.ts'

/** Another pool with the same settings but another key. */
const foreign = new Tokens(testPool, testKey('documents'))

/** Creates tokens of a user that must be refused, by their fault. */
export function createBadTokens({ token, tokens }: TestUsers, userId: string): Record<string, string> {
  const { clientId: aud } = testPool
  const seconds = Math.floor(Date.now() / 1000)
  const claims = tokens.accessClaims(userId, new Date())
  const foreignIssuer = 'https://cognito-idp.eu-west-3.amazonaws.com/eu-west-3_OtherPool'
  const [header = '', payload = '', signature = ''] = token(userId).split('.')
  const unsigned = (alg: string) => `${encodePart({ alg, kid: 'local-1' })}.${encodePart(claims)}`
  const hs256 = (key: string | Buffer) =>
    `${unsigned('HS256')}.${createHmac('sha256', key).update(unsigned('HS256')).digest('base64url')}`
  return {
    'alg none': `${unsigned('none')}.`,
    'alg none with the signature of a good one': `${unsigned('none')}.${signature}`,
    'HS256 with the public key': hs256(tokens.publicKey.export({ type: 'spki', format: 'pem' })),
    'HS256 with the public key as it is published': hs256(JSON.stringify(tokens.jwks.keys[0])),
    'unknown kid': tokens.sign(claims, 'key-2'),
    'foreign key': foreign.sign(claims),
    'altered payload': `${header}.${encodePart({ ...claims, sub: 'someone-else' })}.${signature}`,
    'altered signature': `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'wrong issuer': token(userId, { iss: `${String(claims.iss)}x` }),
    'of another pool': token(userId, { iss: foreignIssuer }),
    "of another pool, with that pool's key": foreign.sign({ ...claims, iss: foreignIssuer }),
    'wrong client': token(userId, { client_id: 'another' }),
    'client in another claim': token(userId, { client_id: undefined, aud }),
    'id token': token(userId, { token_use: 'id', aud }),
    'id token of the service': token(userId, { token_use: 'id', aud, client_id: undefined }),
    'of no use': token(userId, { token_use: undefined }),
    expired: token(userId, { exp: seconds - 1 }),
    'of no end': token(userId, { exp: undefined }),
    'without a user': token(userId, { sub: undefined }),
    'not yet valid': token(userId, { nbf: seconds + 3_600 }),
    'no token at all': 'abc',
  }
}
