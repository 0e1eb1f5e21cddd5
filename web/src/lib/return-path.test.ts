import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cameFrom, returnPath } from './return-path.ts'

const origin = 'https://revision.exemple.ma'
const from = (path: unknown, referrer: string | null = null) =>
  returnPath({ state: { from: path }, referrer, origin })
const by = (referrer: string) => returnPath({ state: null, referrer, origin })

describe('goes back', () => {
  test.each([
    ['to the page of the link', from('/svt/ondes/2'), '/svt/ondes/2'],
    ['with its query and fragment', from('/admin/audit?limit=5#bas'), '/admin/audit?limit=5#bas'],
    ['to the page of the link rather than the referrer', from('/compte', `${origin}/svt`), '/compte'],
    ['to the page before the script ran', by(`${origin}/svt/ondes/2?x=1`), '/svt/ondes/2?x=1'],
    ['home without either', returnPath({ state: null, referrer: '', origin }), '/'],
    ['home from a sign-in page', by(`${origin}/login`), '/'],
    ['to the referrer when the link stood on a sign-in page', from('/signup', `${origin}/svt`), '/svt'],
  ])('%s', (_, path, expected) => {
    expect(path).toBe(expected)
  })

  test('to the page that a link names', () => {
    const place = { pathname: '/svt/ondes/2', search: '?x=1', hash: '#y' }
    expect(returnPath({ state: cameFrom(place), referrer: null, origin })).toBe('/svt/ondes/2?x=1#y')
  })
})

describe('refuses', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example/svt',
    'https://revision.exemple.ma.evil.example/',
    'https://revision.exemple.ma@evil.example/',
    'http://revision.exemple.ma/svt',
    '/.//evil.example',
    '/svt/..//evil.example',
    '/\t/evil.example',
    '\u0000//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://revision.exemple.ma/x',
    '/%E0%A4%A',
    '/login',
    '/LOGIN/',
    '/%6Cogin?x=1',
    '/signup#x',
    '',
  ])('%j', (address) => {
    expect(from(address)).toBe('/')
    expect(by(address)).toBe('/')
  })

  test.each([
    [null],
    [undefined],
    ['/svt'],
    [[]],
    [{}],
    [{ from: 7 }],
    [{ from: { toString: () => '/svt' } }],
  ])('the router state %j', (state) => {
    expect(returnPath({ state, referrer: null, origin })).toBe('/')
  })
})

describe('for any input', () => {
  const evil = fc.constantFrom(
    'evil.example',
    'evil.example:443',
    'revision.exemple.ma@evil.example',
    '%65vil',
  )
  const opening = fc.array(
    fc.constantFrom(
      '/',
      '\\',
      '//',
      '.',
      '..',
      '%2F',
      '%5C',
      '\t',
      '\n',
      '\r',
      '\u0000',
      ' ',
      'https:',
      '@',
      '?',
      '#',
    ),
    { maxLength: 6 },
  )
  const address = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.tuple(opening, evil, fc.string()).map(([signs, host, rest]) => `${signs.join('')}${host}${rest}`),
    fc
      .tuple(fc.webPath(), opening, evil)
      .map(([path, signs, host]) => `${origin}${path}${signs.join('')}${host}`),
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
      { numRuns: 5_000 },
    )
  })

  test('it never leads to a sign-in page', () => {
    const page = fc
      .mixedCase(fc.constantFrom('/login', '/signup'))
      .chain((path) => fc.tuple(fc.constant(path), fc.constantFrom('', '/', '//', '?a=b', '#c')))
    fc.assert(
      fc.property(page, ([path, end]) => {
        expect(from(`${path}${end}`, `${origin}${path}${end}`)).toBe('/')
      }),
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
    )
  })
})
