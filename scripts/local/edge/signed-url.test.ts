import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { getSignedUrl } from '@aws-sdk/cloudfront-signer'
import { isLongRun } from '#shared/test-support/runs.ts'
import { checkSignedUrl } from './signed-url.ts'

const ORIGIN = 'http://localhost:3000'
const PATH = '/files/bac-SM-2023-Normale/v1/inline/Bac-SM-2023-Normale.pdf'
const KEY_ID = 'K2JCJMDEHXQW5F'
const EXPIRES = Date.parse('2026-01-01T00:02:00Z')
const NOW = new Date('2026-01-01T00:00:00Z')

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const keys = new Map([[KEY_ID, createPublicKey(pem)]])

const signed = (url = `${ORIGIN}${PATH}`, keyPairId = KEY_ID) =>
  getSignedUrl({
    url,
    keyPairId,
    privateKey: pem,
    dateLessThan: new Date(EXPIRES).toISOString(),
    algorithm: 'SHA256',
  }).slice(ORIGIN.length)

const check = (url: string, now = NOW, origin = ORIGIN) => checkSignedUrl(origin, url, keys, now)

test('accepts a URL signed by the SDK and strips the signature for the origin', () => {
  expect(check(signed())).toEqual({ kind: 'valid', url: PATH })
})

test('refuses a URL without its algorithm, for which CloudFront takes another one', () => {
  expect(check(signed().replace(/&Hash-Algorithm=\w+/, ''))).toMatchObject({ code: 'AccessDenied' })
})

test('includes other parameters in the signed resource', () => {
  expect(check(signed(`${ORIGIN}${PATH}?page=2`))).toEqual({ kind: 'valid', url: `${PATH}?page=2` })
  expect(check(`${signed()}&page=2`).kind).toBe('refused')
})

/** The files of one document for one browser. */
const PAGES = `/files/pages/${'a'.repeat(64)}`
const pagesPolicy = {
  Resource: `${ORIGIN}${PAGES}/*?lecteur=x`,
  Condition: { DateLessThan: { 'AWS:EpochTime': EXPIRES / 1000 } },
}

const signedByPolicy = (path: string, ...Statement: object[]) =>
  getSignedUrl({
    url: `${ORIGIN}${path}`,
    keyPairId: KEY_ID,
    privateKey: pem,
    policy: JSON.stringify({ Statement }, null, 1),
    algorithm: 'SHA256',
  }).slice(ORIGIN.length)

describe('a custom policy', () => {
  // The edge function refuses the second parameter.
  test.each(['/1.webp?lecteur=x', '/text.json?lecteur=x', '/1.webp?lecteur=y&lecteur=x'])(
    'covers %s by its wildcard',
    (file) => {
      expect(check(signedByPolicy(`${PAGES}${file}`, pagesPolicy))).toEqual({
        kind: 'valid',
        url: `${PAGES}${file}`,
      })
    },
  )

  test.each([
    { what: 'the files of another document', path: `${PAGES.replace('aa', 'ab')}/1.webp?lecteur=x` },
    { what: 'another browser', path: `${PAGES}/1.webp?lecteur=y` },
    { what: 'a parameter behind the pattern', path: `${PAGES}/1.webp?lecteur=x&y=1` },
    { what: 'two statements', path: `${PAGES}/1.webp?lecteur=x`, more: [pagesPolicy] },
  ])('does not cover $what', ({ path, more = [] }) => {
    expect(check(signedByPolicy(path, pagesPolicy, ...more))).toMatchObject({ code: 'AccessDenied' })
  })

  test('ends at its own time, and not at an `Expires` beside it', () => {
    const url = signedByPolicy(`${PAGES}/1.webp?lecteur=x`, pagesPolicy)
    expect(check(url, new Date(EXPIRES - 1)).kind).toBe('valid')
    expect(check(url, new Date(EXPIRES)).kind).toBe('refused')
    expect(check(`${url}&Expires=${EXPIRES / 1000}`).kind).toBe('refused')
  })
})

// Every byte that a request line can carry (in `npm test` one of eight), at every position that no wildcard covers.
test.each([
  { policy: 'a canned policy', url: signed(), free: '' },
  {
    policy: 'a custom policy',
    url: signedByPolicy(`${PAGES}/1.webp?lecteur=x`, pagesPolicy),
    free: '1.webp',
  },
])('rejects a URL of $policy with any one byte changed to any other', ({ url, free }) => {
  const [start, end] = [url.indexOf(free), url.indexOf(free) + free.length]
  const bytes = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index)).filter(
    (_, index) => isLongRun || index % 8 === 0,
  )
  const passed = url.split('').flatMap((character, at) =>
    (at >= start && at < end ? [] : bytes)
      .filter((byte) => byte !== character)
      .filter((byte) => check(`${url.slice(0, at)}${byte}${url.slice(at + 1)}`).kind === 'valid')
      .map((byte) => `${at}: ${byte}`),
  )
  expect(passed).toEqual([])
})

test.each([
  { at: '2026-01-01T00:01:59.999Z', outcome: 'valid' },
  { at: '2026-01-01T00:02:00.000Z', outcome: 'refused' },
])('at $at a URL that ends at 00:02:00 is $outcome', ({ at, outcome }) => {
  expect(check(signed(), new Date(at)).kind).toBe(outcome)
})

test.each(['Expires', 'Signature', 'Key-Pair-Id', 'Hash-Algorithm'])(
  'with %s twice it is refused, even with the same value',
  (name) => {
    const value = new URLSearchParams(signed().split('?')[1]).get(name)
    expect(check(`${signed()}&${name}=${value}`)).toMatchObject({ kind: 'refused', code: 'AccessDenied' })
  },
)

test('rejects a key outside the trusted groups', () => {
  expect(check(signed(`${ORIGIN}${PATH}`, 'KUNKNOWN'))).toMatchObject({ code: 'InvalidKey' })
})
