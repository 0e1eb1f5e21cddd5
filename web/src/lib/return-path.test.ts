import * as fc from 'fast-check'
import { createPath } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { RUNS } from '#shared/test-support/runs.ts'
import { returnPath } from './return-path.ts'

const origin = 'https://revision.exemple.ma'
const from = (path: unknown, referrer: string | null = null) =>
  returnPath({ state: { from: path }, referrer, origin })
const by = (referrer: string) => returnPath({ state: null, referrer, origin })
const place = { pathname: '/svt/ondes/2', search: '?x=1', hash: '#y' }

test.each([
  ['to the page of the link', from('/svt/ondes/2'), '/svt/ondes/2'],
  ['with its query and fragment', from('/admin/audit?limit=5#bas'), '/admin/audit?limit=5#bas'],
  ['to the page of the link rather than the referrer', from('/compte', `${origin}/svt`), '/compte'],
  ['to the page before the script ran', by(`${origin}/svt/ondes/2?x=1`), '/svt/ondes/2?x=1'],
  ['home without either', by(''), '/'],
  ['home from a sign-in page', by(`${origin}/login`), '/'],
  ['to the referrer when the link stood on a sign-in page', from('/signup', `${origin}/svt`), '/svt'],
  [
    'to the place that a link names',
    returnPath({ state: { from: createPath(place) }, referrer: null, origin }),
    '/svt/ondes/2?x=1#y',
  ],
])('goes back %s', (_, path, expected) => {
  expect(path).toBe(expected)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https://evil.example/svt',
  'https://revision.exemple.ma@evil.example/',
  'http://revision.exemple.ma/svt',
  '/svt/..//evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'blob:https://revision.exemple.ma/x',
  '/%E0%A4%A',
  '/LOGIN/',
  '/%6Cogin?x=1',
  '',
])('refuses %j', (address) => {
  expect(from(address)).toBe('/')
  expect(by(address)).toBe('/')
})

test.each([[undefined], ['/svt'], [{ from: 7 }], [{ from: { toString: () => '/svt' } }]])(
  'refuses the router state %j',
  (state) => {
    expect(returnPath({ state, referrer: null, origin })).toBe('/')
  },
)

describe('for any input', () => {
  const evil = fc.constantFrom('evil.example', 'evil.example:443', 'exemple.ma@evil.example', '%65vil')
  const signs = [...Array.from('/\\.\t\n\r\u0000 @?#'), '//', '..', '%2F', '%5C', 'https:']
  const opening = fc.array(fc.constantFrom(...signs), { maxLength: 6 }).map((some) => some.join(''))
  const address = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.tuple(opening, evil, fc.string()).map((parts) => parts.join('')),
    fc.tuple(fc.constant(origin), fc.webPath(), opening, evil).map((parts) => parts.join('')),
  )

  test('it stays on this origin, in an address bar and in a link', () => {
    fc.assert(
      fc.property(address, address, (state, referrer) => {
        const path = from(state, referrer)
        expect(path).toMatch(/^\/(?![/\\])/)
        expect(new URL(path, origin).origin).toBe(origin)
        // The path leads to the same page from anywhere on the site.
        expect(new URL(path, `${origin}/svt/ondes/2`).href).toBe(`${origin}${path}`)
      }),
      RUNS,
    )
  })

  test('it never leads to a sign-in page', () => {
    const path = fc.mixedCase(fc.constantFrom('/login', '/signup'))
    const page = fc.tuple(path, fc.constantFrom('', '/', '//', '?a=b', '#c')).map((parts) => parts.join(''))
    fc.assert(
      fc.property(page, (signIn) => {
        expect(from(signIn, `${origin}${signIn}`)).toBe('/')
      }),
      RUNS,
    )
  })

  test('a path of its own comes back as it is', () => {
    const own = fc
      .webPath()
      .filter((path) => /^\/(?!\/)/.test(path) && !/^\/(login|signup)/i.test(path))
      .map((path) => new URL(path, origin).pathname)
      .filter((path) => !path.startsWith('//'))
    fc.assert(
      fc.property(own, (path) => {
        expect(from(path)).toBe(path)
      }),
      RUNS,
    )
  })
})
