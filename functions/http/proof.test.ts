import {
  createHash,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign as signBytes,
} from 'node:crypto'
import { createBrowser } from '../test-support/browser.ts'
import { createNonces } from './nonces.ts'
import { createProofCheck } from './proof.ts'

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

test.each<{ what: string; changes: Record<string, unknown> }>([
  { what: 'a clock that is a year behind', changes: { iat: 1_740_000_000 } },
  { what: 'a clock that is a year ahead', changes: { iat: 1_800_000_000 } },
  { what: 'the nonce of the window before', changes: { nonce: nonceAt(-150_000) } },
  { what: 'a query in its address', changes: { htu: `${ORIGIN}/api/session/activity?x=1` } },
  { what: 'an address in capitals', changes: { htu: 'HTTPS://SITE.EXEMPLE.TEST/api/session/activity' } },
  { what: 'the port of the scheme', changes: { htu: `${ORIGIN}:443/api/session/activity` } },
])('accepts a proof with $what', async ({ changes }) => {
  expect(await answer(withClaims(changes))).toMatch(/^[\w-]{43}$/)
})

test.each(['/api/admin/blocked/a@b.ma', '/api/admin/blocked/a%40b.ma'])(
  'accepts a path that the gateway hands over as %s',
  async (rawPath) => {
    const proof = withClaims({ htu: `${ORIGIN}/api/admin/blocked/a%40b.ma`, htm: 'DELETE' })
    expect(await answer(proof, rawPath, 'DELETE')).toMatch(/^[\w-]{43}$/)
  },
)

test.each<{ what: string; proof: () => string | undefined }>([
  { what: 'none', proof: () => undefined },
  { what: 'an empty one', proof: () => '' },
  { what: 'no JWT', proof: () => 'a.b.c' },
  { what: 'two in one header', proof: () => `${withClaims({})}, ${withClaims({})}` },
  { what: 'bytes after it', proof: () => `${withClaims({})}AA` },
  { what: 'a fourth part', proof: () => `${withClaims({})}.AA` },
  { what: 'alg none', proof: () => `${encode({ ...goodHeader(), alg: 'none' })}.${encode(goodClaims())}.` },
  {
    what: 'HS256 with the public key as the secret',
    proof: () => {
      const secret = keys.publicKey.export({ format: 'pem', type: 'spki' })
      const text = `${encode({ ...goodHeader(), alg: 'HS256' })}.${encode(goodClaims())}`
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    },
  },
  {
    what: 'a symmetric key in its header',
    proof: () => {
      const jwk = { kty: 'oct', k: 'c2VjcmV0' }
      const text = `${encode({ typ: 'dpop+jwt', alg: 'HS256', jwk })}.${encode(goodClaims())}`
      return `${text}.${createHmac('sha256', 'secret').update(text).digest('base64url')}`
    },
  },
  {
    what: 'RS256',
    proof: () => sign(goodClaims(), { ...goodHeader(rsaKeys.publicKey), alg: 'RS256' }, rsaKeys.privateKey),
  },
  {
    what: 'ES384',
    proof: () => sign(goodClaims(), { ...goodHeader(p384Keys.publicKey), alg: 'ES384' }, p384Keys.privateKey),
  },
  {
    what: 'a private key in its header',
    proof: () => withHeader({ jwk: keys.privateKey.export({ format: 'jwk' }) }),
  },
  { what: 'no key in its header', proof: () => withHeader({ jwk: undefined }) },
  { what: 'a key by address', proof: () => withHeader({ jwk: undefined, jku: 'https://exemple.test/keys' }) },
  {
    what: 'the key of another browser',
    proof: () => withHeader({ jwk: otherKeys.publicKey.export({ format: 'jwk' }) }),
  },
  { what: 'another type', proof: () => withHeader({ typ: 'JWT' }) },
  { what: 'no type', proof: () => withHeader({ typ: undefined }) },
  { what: 'an unknown critical extension', proof: () => withHeader({ crit: ['exp'], exp: 1 }) },
  { what: 'no object as payload', proof: () => sign([goodClaims()], goodHeader()) },
  {
    what: 'an altered payload',
    proof: () => {
      const [header, , signature] = withClaims({ htm: 'GET' }).split('.')
      return `${header}.${encode(goodClaims())}.${signature}`
    },
  },
  { what: 'another method', proof: () => withClaims({ htm: 'GET' }) },
  { what: 'the method in small letters', proof: () => withClaims({ htm: 'put' }) },
  { what: 'no method', proof: () => withClaims({ htm: undefined }) },
  { what: 'another path', proof: () => withClaims({ htu: `${ORIGIN}/api/session` }) },
  { what: 'another host', proof: () => withClaims({ htu: 'https://autre.test/api/session/activity' }) },
  {
    what: 'another scheme',
    proof: () => withClaims({ htu: 'http://site.exemple.test/api/session/activity' }),
  },
  { what: 'a path alone', proof: () => withClaims({ htu: '/api/session/activity' }) },
  { what: 'a path that cannot be decoded', proof: () => withClaims({ htu: `${ORIGIN}/%E0%A4%A` }) },
  { what: 'no address', proof: () => withClaims({ htu: undefined }) },
  { what: 'the hash of another token', proof: () => withClaims({ ath: hashOf('another.access.token') }) },
  { what: 'the token itself for its hash', proof: () => withClaims({ ath: TOKEN }) },
  { what: 'no hash of the token', proof: () => withClaims({ ath: undefined }) },
  { what: 'no nonce', proof: () => withClaims({ nonce: undefined }) },
  { what: 'an invented nonce', proof: () => withClaims({ nonce: 'A'.repeat(22) }) },
  { what: 'a list of nonces', proof: () => withClaims({ nonce: [nonces.present()] }) },
  { what: 'an expired nonce', proof: () => withClaims({ nonce: nonceAt(-300_000) }) },
  { what: 'a nonce of the future', proof: () => withClaims({ nonce: nonceAt(150_000) }) },
  {
    what: 'a nonce of another installation',
    proof: () => withClaims({ nonce: createNonces(['another-secret'], clock).present() }),
  },
  { what: 'no time', proof: () => withClaims({ iat: undefined }) },
  { what: 'a time that is no number', proof: () => withClaims({ iat: '2026-03-01' }) },
  { what: 'no id', proof: () => withClaims({ jti: undefined }) },
  { what: 'an endless id', proof: () => withClaims({ jti: 'x'.repeat(257) }) },
])('refuses $what', async ({ proof }) => {
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
  { age: 0, isValid: true },
  { age: 149_999, isValid: true },
  { age: 150_000, isValid: true },
  { age: 299_999, isValid: true },
  { age: 300_000, isValid: false },
  { age: 86_400_000, isValid: false },
])('a nonce of $age ms is valid: $isValid', ({ age, isValid }) => {
  const at = (milliseconds: number) => ({ now: () => new Date(milliseconds) })
  const given = createNonces(['a-secret'], at(0)).present()
  expect(createNonces(['a-secret'], at(age)).isValid(given)).toBe(isValid)
})
