import * as v from 'valibot'
import { tooManyFreeDocuments, tooManyRequests } from '../domain/problems.ts'
import type { Route } from './define-route.ts'
import { Cursor, Flag, Limit } from './query.ts'
import { routes } from './routes.ts'
import { createSample } from './sample-answers.ts'

const named: [string, Route][] = Object.entries(routes)

test('each method and path is declared once, also when parameters are named differently', () => {
  const keys = named.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(keys).size).toBe(keys.length)
})

/** The access levels of routes that are neither an owner's below /api/admin nor a signed-in user's elsewhere. */
const ACCESS_LEVELS: Partial<Record<Route['access'], readonly string[]>> = {
  public: [
    'GET /api/chapters/{track}/{theme}/{chapter}',
    'GET /api/chapters/{track}/{theme}/{chapter}/sheet',
    'GET /api/exercises',
    'GET /api/health',
    'GET /api/settings',
    'GET /api/sign-up-challenge',
    'GET /api/subjects',
    'GET /api/subjects/{id}',
    'GET /api/videos',
  ],
  token: ['DELETE /api/session', 'POST /api/session'],
  document: ['GET /api/files/{id}'],
  admin: [
    'GET /api/admin/subjects/{id}/exercises',
    'POST /api/account/second-factor',
    'POST /api/admin/subjects',
    'POST /api/admin/subjects/{id}/proposals',
    'PUT /api/admin/subjects/{id}/exercises',
  ],
}
const FRESH_SIGN_IN = ['DELETE /api/account']

test('each route has the access level that is written here', () => {
  const listed = Object.entries(ACCESS_LEVELS).flatMap(([access, keys]) => keys.map((key) => [key, access]))
  const levels = new Map(listed as [string, string][])
  const usual = (path: string) => (path.startsWith('/api/admin/') ? 'owner' : 'user')
  const all = named.map(([, { method, path, access }]) => ({ key: `${method} ${path}`, path, access }))
  const expected = all.map(({ key, path }) => [key, levels.get(key) ?? usual(path)])
  expect(all.map(({ key, access }) => [key, access])).toEqual(expected)
  expect(all.map(({ key }) => key)).toEqual(expect.arrayContaining([...levels.keys()]))
  const fresh = named.filter(([, { freshSignIn }]) => freshSignIn)
  expect(fresh.map(([, { method, path }]) => `${method} ${path}`)).toEqual(FRESH_SIGN_IN)
})

describe.each(named)('%s', (_, route) => {
  test('has a path of words in kebab case and of parameters', () => {
    expect(route.path).toMatch(/^\/api(?:\/(?:[a-z]+(?:-[a-z]+)*|\{[a-z]+\}))+$/i)
  })

  test('has a field for each path parameter and no other', () => {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inSchema =
      route.params && 'entries' in route.params ? Object.keys(route.params.entries as object) : []
    expect(inSchema).toEqual(inPath)
  })

  test('has a body only where one is sent, and an answer unless it is 204', () => {
    if (route.body) expect(['POST', 'PUT']).toContain(route.method)
    expect(route.response === undefined).toBe(route.status === 204)
  })

  test('has a sample request that its schemas accept', () => {
    const { params, query = {}, body } = route.sample
    if (route.params) v.parse(route.params, params)
    if (route.query) v.parse(route.query, query)
    if (route.body) v.parse(route.body, body ?? {})
  })

  test('has an answer made of the sample entities that its schema accepts', () => {
    if (route.response) expect(v.is(route.response, createSample(route.response))).toBe(true)
  })

  test('is kept by shared caches only when it is public', () => {
    if (route.access !== 'public') expect(route.sharedCacheSeconds).toBe(0)
  })

  test('demands a fresh sign-in only where the guard checks it, and declares its refusal', () => {
    if (!route.freshSignIn) return
    expect(['user', 'admin', 'owner']).toContain(route.access)
    // The heartbeat's one write checks nothing else.
    expect(route.lease).toBe('check')
    expect(route.errors).toContain('REAUTHENTICATION_REQUIRED')
  })

  test('is limited by account only where the guard has authenticated one', () => {
    if (route.throttle === null) return
    if ('visitors' in route.throttle) expect(route.access).toBe('document')
    else if ('account' in route.throttle) {
      expect(route.access).not.toBe('public')
      expect(route.throttle.account).toBeLessThanOrEqual(route.throttle.address)
    } else expect(route.access).toBe('public')
    expect(route.errors).toContain('TOO_MANY_REQUESTS')
  })
})

// Sign-ins and sign-ups are limited in front of the user pool (infra/constructs/edge/firewalls.ts).
test('limits claims and tickets by account, and by network address without one', () => {
  const [account, address, browser] = Array(3).fill(expect.any(Number))
  expect(routes.claimSession.throttle).toEqual({ account, address })
  expect(routes.getTicket.throttle).toEqual({ account, visitors: { browser, address } })
})

test.each([
  [1, 'une seconde'],
  [60, 'une minute'],
  [61, '2 minutes'],
  [3_600, 'une heure'],
  [3_601, '2 heures'],
])('a wait of %d s is written as %s', (seconds, wait) => {
  expect(tooManyRequests(seconds)).toContain(`Réessayez dans ${wait}.`)
  expect(tooManyFreeDocuments(seconds)).toContain(`Réessayez dans ${wait}, ou connectez-vous.`)
})

test.each([
  [undefined, 50],
  ['1', 1],
  ['100', 100],
  ['0', null],
  ['101', null],
  ['', null],
  ['1.5', null],
])('the limit %j becomes %j', (input, expected) => {
  const parsed = v.safeParse(Limit, input)
  expect(parsed.success ? parsed.output : null).toBe(expected)
})

test.each([
  [undefined, false],
  ['false', false],
  ['true', true],
  ['1', null],
])('the switch %j becomes %j', (input, expected) => {
  const parsed = v.safeParse(Flag, input)
  expect(parsed.success ? parsed.output : null).toBe(expected)
})

test('a cursor is short and plain', () => {
  expect(v.is(Cursor, 'abc_-9')).toBe(true)
  for (const cursor of ['', 'a b', 'a'.repeat(513), 'a=', null]) expect(v.is(Cursor, cursor)).toBe(false)
})
