import {
  createHash,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign as signBytes,
} from 'node:crypto'
import { createBrowser } from '../test-support/browser.ts'
import { createNonces, createProofCheck } from './proof.ts'

const ORIGIN = 'https://site.exemple.test'
const TOKEN = 'an.access.token'
const NOW = new Date('2026-03-01T10:00:00.000Z')
const clock = { now: () => NOW }
const nonces = createNonces(['a-secret'], clock)
const check = createProofCheck({ siteOrigin: ORIGIN, nonces })

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
const nonceAt = (milliseconds: number) =>
  createNonces(['a-secret'], { now: () => new Date(NOW.getTime() + milliseconds) }).present()
const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const otherKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsaKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const p384Keys = generateKeyPairSync('ec', { namedCurve: 'P-384' })

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

type Header = Record<string, unknown> & { alg: string }

function goodHeader(key: KeyObject = keys.publicKey): Header {
  return { typ: 'dpop+jwt', alg: 'ES256', jwk: key.export({ format: 'jwk' }) }
}

function goodClaims(): Record<string, unknown> {
  return {
    htm: 'PUT',
    htu: `${ORIGIN}/api/session/activity`,
    iat: NOW.getTime() / 1000,
    jti: randomUUID(),
    ath: hashOf(TOKEN),
    nonce: nonces.present(),
  }
}

function sign(claims: unknown, header: Header, key: KeyObject = keys.privateKey): string {
  const text = `${encode(header)}.${encode(claims)}`
  const signer = { key, dsaEncoding: 'ieee-p1363' } as const
  return `${text}.${signBytes(`sha${header.alg.slice(-3)}`, Buffer.from(text), signer).toString('base64url')}`
}

const withClaims = (changes: Record<string, unknown>) => sign({ ...goodClaims(), ...changes }, goodHeader())
const withHeader = (changes: Record<string, unknown>, key?: KeyObject) =>
  sign(goodClaims(), { ...goodHeader(), ...changes }, key)

const answer = async (
  dpop: string | undefined,
  rawPath = '/api/session/activity',
  method = 'PUT',
  isOnce = false,
) => {
  const headers = dpop === undefined ? {} : { dpop }
  return check({ headers, rawPath, requestContext: { http: { method } } }, TOKEN, isOnce)
}

test('returns the thumbprint of the key that signed', async () => {
  const browser = createBrowser()
  const address = `${ORIGIN}/api/session/activity`
  const proof = await browser.prove({ method: 'PUT', address, token: TOKEN, nonce: nonces.present() })
  expect(await answer(proof)).toBe(browser.thumbprint)
})

test.each<[what: string, changes: Record<string, unknown>]>([
  ['a clock that is a year behind', { iat: 1_740_000_000 }],
  ['a clock that is a year ahead', { iat: 1_800_000_000 }],
  ['the nonce of the window before', { nonce: nonceAt(-150_000) }],
  ['a query in its address', { htu: `${ORIGIN}/api/session/activity?x=1` }],
  ['the port of the scheme', { htu: `${ORIGIN}:443/api/session/activity` }],
])('accepts a proof with %s', async (_, changes) => {
  expect(await answer(withClaims(changes))).toMatch(/^[\w-]{43}$/)
})

test.each(['/api/admin/blocked/a@b.ma', '/api/admin/blocked/a%40b.ma'])(
  'accepts a path that the gateway hands over as %s',
  async (rawPath) => {
    const proof = withClaims({ htu: `${ORIGIN}/api/admin/blocked/a%40b.ma`, htm: 'DELETE' })
    expect(await answer(proof, rawPath, 'DELETE')).toMatch(/^[\w-]{43}$/)
  },
)

/** Signs with a shared secret. */
function hs256(header: object, secret: string | Buffer): string {
  const text = `${encode({ ...header, alg: 'HS256' })}.${encode(goodClaims())}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const jwkOf = (key: KeyObject) => ({ jwk: key.export({ format: 'jwk' }) })

const refused: Record<string, () => string | undefined> = {
  none: () => undefined,
  'no JWT': () => 'a.b.c',
  'two in one header': () => `${withClaims({})}, ${withClaims({})}`,
  'bytes after it': () => `${withClaims({})}AA`,
  'alg none': () => `${encode({ ...goodHeader(), alg: 'none' })}.${encode(goodClaims())}.`,
  'HS256 with the public key as the secret': () =>
    hs256(goodHeader(), keys.publicKey.export({ format: 'pem', type: 'spki' })),
  'a symmetric key in its header': () =>
    hs256({ typ: 'dpop+jwt', jwk: { kty: 'oct', k: 'c2VjcmV0' } }, 'secret'),
  RS256: () => sign(goodClaims(), { ...goodHeader(rsaKeys.publicKey), alg: 'RS256' }, rsaKeys.privateKey),
  ES384: () => sign(goodClaims(), { ...goodHeader(p384Keys.publicKey), alg: 'ES384' }, p384Keys.privateKey),
  'a private key in its header': () => withHeader(jwkOf(keys.privateKey)),
  'a key by address': () => withHeader({ jwk: undefined, jku: 'https://exemple.test/keys' }),
  'the key of another browser': () => withHeader(jwkOf(otherKeys.publicKey)),
  'another type': () => withHeader({ typ: 'JWT' }),
  'an unknown critical extension': () => withHeader({ crit: ['exp'], exp: 1 }),
  'an altered payload': () => {
    const [header, , signature] = withClaims({ htm: 'GET' }).split('.')
    return `${header}.${encode(goodClaims())}.${signature}`
  },
  'another method': () => withClaims({ htm: 'GET' }),
  'another path': () => withClaims({ htu: `${ORIGIN}/api/session` }),
  'another host': () => withClaims({ htu: 'https://autre.test/api/session/activity' }),
  'another scheme': () => withClaims({ htu: 'http://site.exemple.test/api/session/activity' }),
  'a path alone': () => withClaims({ htu: '/api/session/activity' }),
  'a path that cannot be decoded': () => withClaims({ htu: `${ORIGIN}/%E0%A4%A` }),
  'the hash of another token': () => withClaims({ ath: hashOf('another.access.token') }),
  'the token itself for its hash': () => withClaims({ ath: TOKEN }),
  'an invented nonce': () => withClaims({ nonce: 'A'.repeat(22) }),
  'a list of nonces': () => withClaims({ nonce: [nonces.present()] }),
  'an expired nonce': () => withClaims({ nonce: nonceAt(-300_000) }),
  'a nonce of the future': () => withClaims({ nonce: nonceAt(150_000) }),
  'a nonce of another installation': () =>
    withClaims({ nonce: createNonces(['another-secret'], clock).present() }),
  'an endless id': () => withClaims({ jti: 'x'.repeat(257) }),
  ...Object.fromEntries(
    Object.keys(goodClaims()).map((claim) => [`no ${claim}`, () => withClaims({ [claim]: undefined })]),
  ),
}

test.each(Object.entries(refused))('refuses %s', async (_, proof) => {
  await expect(answer(proof())).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
})

describe('a proof that is valid once', () => {
  const answerOnce = (proof: string) => answer(proof, undefined, undefined, true)
  const refusal = { code: 'PROOF_REQUIRED' }

  test('is refused for a second request, also when it is signed again', async () => {
    const claims = goodClaims()
    await answerOnce(sign(claims, goodHeader()))
    await expect(answerOnce(sign(claims, goodHeader()))).rejects.toMatchObject(refusal)
    await expect(answerOnce(withClaims({ jti: claims['jti'], iat: 1 }))).rejects.toMatchObject(refusal)
  })

  test('is not used up by another request, nor by the same id of another key', async () => {
    const proof = withClaims({ jti: 'one' })
    await expect(answer(proof, '/api/session', 'PUT', true)).rejects.toMatchObject(refusal)
    const other = goodHeader(otherKeys.publicKey)
    await answerOnce(sign({ ...goodClaims(), jti: 'one' }, other, otherKeys.privateKey))
    expect(await answerOnce(proof)).toMatch(/^[\w-]{43}$/)
  })
})

test.each([
  [0, true],
  [150_000, true],
  [299_999, true],
  [300_000, false],
])('a nonce of %d ms is valid: %s', (age, isValid) => {
  const at = (milliseconds: number) => ({ now: () => new Date(milliseconds) })
  const given = createNonces(['a-secret'], at(0)).present()
  expect(createNonces(['a-secret'], at(age)).isValid(given)).toBe(isValid)
})
