import type { IncomingHttpHeaders } from 'node:http'
import { examPath } from '#shared/catalogue/page-path.ts'
import { personalPages, publicPages, signInPages } from '#shared/catalogue/pages.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { COOKIE, startTestEdge, type TestEdge } from '../test-support/test-edge.ts'

/** Headers that an origin might send by mistake or by malice. */
const CARELESS = {
  server: 'nginx/1.0',
  'content-security-policy': "default-src * 'unsafe-inline' 'unsafe-eval'",
  'x-frame-options': 'ALLOWALL',
  'referrer-policy': 'unsafe-url',
  'strict-transport-security': 'max-age=0',
  'x-content-type-options': 'sniff',
  'permissions-policy': 'camera=*',
}

let edge: TestEdge
beforeAll(async () => {
  const body = Buffer.from('<!doctype html><title>x</title>')
  const object = { body, etag: '"x"', contentType: 'text/html', cacheControl: null, metadata: {} }
  const missing = { ...object, metadata: { 'x-amz-meta-status': '404' } }
  edge = await startTestEdge(
    { get: (key) => (key.endsWith('missing.js') ? null : key === '404.html' ? missing : object) },
    // Answers with the status that the last part of the path names; without one it is as good as gone.
    (request, response) => {
      const [, status] = /\/(\d{3})(?:\?|$)/.exec(request.url ?? '') ?? []
      if (status === undefined) response.destroy()
      else response.writeHead(Number(status), CARELESS).end(/^(?:204|304)$/.test(status) ? undefined : 'x')
    },
  )
})
afterAll(() => edge.stop())

const DIGEST = 'a'.repeat(64)

const kinds = [
  { kind: 'a page', path: '/', status: 200 },
  { kind: 'a page that the browser has', path: '/', headers: { 'if-none-match': '"x"' }, status: 304 },
  { kind: 'a personal page', path: '/compte', status: 200 },
  { kind: 'the page of unknown paths', path: '/nulle-part', status: 404 },
  { kind: 'a script', path: '/assets/app.js', status: 200 },
  { kind: 'a file that is not there', path: '/assets/missing.js', status: 404 },
  { kind: 'the configuration', path: '/config.json', status: 200 },
  { kind: 'a method that pages do not know', path: '/', method: 'POST', status: 403 },
  ...[200, 204, 401, 429, 500].map((status) => ({ kind: 'the API', path: `/api/${status}`, status })),
  { kind: 'a public list', path: '/api/subjects/200', status: 200 },
  { kind: 'a public list with an undeclared field', path: '/api/subjects/200?x=1', status: 400 },
  { kind: 'an API that has gone', path: '/api/gone', status: 502 },
  { kind: 'a document without a signature', path: '/files/a/v/inline/200', status: 403 },
  { kind: 'a method that documents do not know', path: '/files/a/v/inline/200', method: 'POST', status: 403 },
  ...[200, 206, 302, 404, 503].map((status) => ({
    kind: 'a document',
    path: `/files/a/v/inline/${status}`,
    isSigned: true,
    status,
  })),
  { kind: 'a picture of a document', path: `/files/pages/${DIGEST}/1.webp`, isSigned: true, status: 200 },
  { kind: 'a document whose origin has gone', path: '/files/a/v/inline/gone', isSigned: true, status: 502 },
] satisfies { kind: string; path: string; status: number; [more: string]: unknown }[]

test.each<(typeof kinds)[number] & { method?: string; headers?: Record<string, string>; isSigned?: boolean }>(
  kinds,
)('$kind, $status', async ({ path, method = 'GET', headers = {}, isSigned = false, status }) => {
  const signed = () => (path.includes(DIGEST) ? `${path}?${edge.signedPages(DIGEST)}` : edge.signed(path))
  const url = `${edge.address}${isSigned ? signed() : path}`
  const answer = await fetch(url, { method, headers: { cookie: COOKIE, ...headers }, redirect: 'manual' })
  await answer.arrayBuffer()
  expect(answer.status).toBe(status)
  const said = Object.fromEntries(answer.headers)
  expect(said).toMatchObject({
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': expect.stringMatching(/^(?:DENY|SAMEORIGIN)$/),
    'referrer-policy': expect.stringMatching(/^strict-origin(?:-when-cross-origin)?$/),
    'permissions-policy': expect.stringContaining('camera=()'),
    'cross-origin-resource-policy': 'same-origin',
  })
  const policy = said['content-security-policy'] ?? ''
  expect(policy).toMatch(/^default-src 'none'; /)
  expect(policy).toMatch(/; frame-ancestors '(?:none|self)'(?:$|;)/)
  expect(policy).not.toMatch(/unsafe|\*/)
  expect(said).not.toHaveProperty('server')
})

test.each(['/api/200', '/api/404', '/api/subjects/200', '/api/gone'])(
  '%s is never run as a page',
  async (path) => {
    const answer = await fetch(`${edge.address}${path}`)
    await answer.arrayBuffer()
    expect(answer.headers.get('content-security-policy')?.split('; ')).toContain('sandbox')
  },
)

const exam = examPath({ track: TRACK_CODES[0], year: '2023', session: 'Normale' })
const personal = [...signInPages, ...personalPages, '/admin/tableau-de-bord', exam]

test.each([
  ...publicPages.filter((path) => !signInPages.includes(path)).map((path) => [path, null] as const),
  ...[...personal, ...personal.map((path) => `${path}/`), '/shell.html', '/api/200'].map(
    (path) => [path, 'same-origin'] as const,
  ),
])('%s has the opener policy %s', async (path, value) => {
  const answer = await fetch(`${edge.address}${path}`)
  await answer.arrayBuffer()
  expect(answer.headers.get('cross-origin-opener-policy')).toBe(value)
})

test.each(personal)('%s sends no request the query of its own address', async (path) => {
  const answer = await fetch(`${edge.address}${path}?code=x`)
  await answer.arrayBuffer()
  expect(answer.headers.get('referrer-policy')).toBe('strict-origin')
})

describe('a public list', () => {
  // CloudFront forwards every part of a cache key, so a copy at the edge depends only on what reaches the origin.

  let lists: TestEdge
  let asked: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
  beforeAll(async () => {
    lists = await startTestEdge({ get: () => null }, ({ url, headers }, response) => {
      asked.push({ url, headers })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  beforeEach(() => {
    asked = []
  })
  afterAll(() => lists.stop())

  const LISTS = [
    '/api/subjects?track=SM',
    '/api/subjects/bac-SM-2024-Normale',
    '/api/chapters/science-math/ondes/1',
    '/api/videos',
    '/api/settings',
  ]

  test.each(LISTS)('%s reaches the origin alike with any headers and cookies', async (path) => {
    const ask = (headers: Record<string, string>) => fetch(`${lists.address}${path}`, { headers })
    await ask({})
    await ask({
      'X-Session-Id': crypto.randomUUID(),
      Authorization: `Bearer ${crypto.randomUUID()}`,
      DPoP: crypto.randomUUID(),
      Cookie: `__Host-lecteur=${crypto.randomUUID()}`,
      'User-Agent': crypto.randomUUID(),
      'X-Other': crypto.randomUUID(),
    })
    expect(asked).toHaveLength(2)
    expect(asked[1]).toEqual(asked[0])
  })

  test.each(LISTS)('%s is refused by the edge with an undeclared field', async (path) => {
    const answer = await fetch(
      `${lists.address}${path}${path.includes('?') ? '&' : '?'}x=${crypto.randomUUID()}`,
    )
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await answer.json()).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
      title: 'Requête invalide',
      detail: 'La requête est invalide.',
    })
    expect(asked).toEqual([])
  })

  test.each([
    { what: 'one of another list', path: '/api/videos?track=SM' },
    { what: 'one that comes twice', path: '/api/subjects?track=SM&track=SM' },
    { what: 'a value in another spelling', path: '/api/subjects?track=S%4D' },
    { what: 'a name of every object', path: '/api/videos?constructor=1' },
  ])('a list is refused by the edge with $what', async ({ path }) => {
    expect((await fetch(`${lists.address}${path}`)).status).toBe(400)
    expect(asked).toEqual([])
  })

  test('other routes reach the API with everything that the caller sent', async () => {
    await fetch(`${lists.address}/api/files/a?disposition=inline&x=1`, { headers: { 'X-Session-Id': 's' } })
    expect(asked).toMatchObject([
      { url: '/api/files/a?disposition=inline&x=1', headers: { 'x-session-id': 's' } },
    ])
  })
})
