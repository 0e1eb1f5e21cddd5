import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { COOKIE, PATH, startTestEdge, type TestEdge } from '#scripts/local/test-support/test-edge.ts'
import { withStageCookies, withStorableCookies } from './answers.ts'
import type { Behavior } from './distribution.ts'
import { originHeaders } from './policies.ts'
import { matchesPattern } from './signed-url.ts'

const PICTURE = {
  body: Buffer.from('RIFF'),
  etag: '"p"',
  contentType: 'image/webp',
  cacheControl: null,
  metadata: {},
}

let edge: TestEdge
let sentOn: IncomingHttpHeaders
let closesIdleConnections = false
beforeAll(async () => {
  const used = new WeakSet()
  edge = await startTestEdge({ get: () => PICTURE }, ({ headers, socket }, response) => {
    sentOn = headers
    if (closesIdleConnections && used.has(socket)) socket.destroy()
    used.add(socket)
    response.end('%PDF-1.7')
  })
})
beforeEach(() => {
  closesIdleConnections = false
  edge.reset()
})
afterAll(() => edge.stop())

test('checks the signature also of a document that was just served', async () => {
  await edge.get(edge.signed())
  expect((await edge.get(PATH)).status).toBe(403)
  const other = PATH.replaceAll('2023', '2022')
  expect((await edge.get(edge.signed(other).replace(other, PATH))).status).toBe(403)
  const url = edge.signed()
  edge.pass(120_000)
  expect((await edge.get(url)).status).toBe(403)
  expect(edge.asked()).toHaveLength(1)
})

test('sends a request again when its idle connection has just been closed', async () => {
  await edge.get(edge.signed())
  closesIdleConnections = true
  expect((await edge.get(edge.signed())).status).toBe(200)
})

test.each([
  { what: 'without cookies', cookie: '' },
  { what: 'with the cookie of another one', cookie: `${COOKIE}-2` },
  { what: 'with a cookie of another name', cookie: COOKIE.replace('__Host-', '') },
  { what: 'with an empty cookie', cookie: COOKIE.replace(/=.*/, '=') },
])('rejects a link in a browser $what, before the origin', async ({ cookie }) => {
  expect((await edge.get(edge.signed(), { cookie })).status).toBe(403)
  expect(edge.asked()).toEqual([])
})

test('serves a link that is bound to one of several cookies', async () => {
  expect((await edge.get(edge.signed(), { cookie: `a=1; ${COOKIE}; b=2` })).status).toBe(200)
})

test.each([
  { what: 'another cookie', alter: (url: string) => url.replace(/lecteur=./, 'lecteur=z') },
  { what: 'no cookie', alter: (url: string) => url.replace(/lecteur=\w+&/, '') },
  { what: 'dots in the path', alter: (url: string) => url.replace('/files/', '/files/x/../') },
])('rejects a URL with $what before the origin', async ({ alter }) => {
  expect((await edge.get(alter(edge.signed()))).status).toBe(403)
  expect(edge.asked()).toEqual([])
})

describe('the pictures of a document', () => {
  const pages = `/files/pages/${'a'.repeat(64)}`
  const query = () => edge.signedPages('a'.repeat(64))

  test('come from their bucket with one signature for all, until it ends', async () => {
    const signed = query()
    const files = ['1.webp', '1@2x.webp', 'text.json', 'manifest.json']
    for (const file of files) expect((await edge.get(`${pages}/${file}?${signed}`)).status).toBe(200)
    expect(edge.asked()).toEqual(files.map((file) => `${pages.slice(1)}/${file}`))
    edge.pass(120_000)
    expect((await edge.get(`${pages}/1.webp?${signed}`)).status).toBe(403)
  })

  const another = createHash('sha256').update('of-another-browser').digest('hex')

  test.each([
    { what: 'no signature', path: () => `${pages}/1.webp?${query().split('&')[0]}` },
    { what: 'the cookie of another browser', path: () => `${pages}/1.webp?${query()}`, isOther: true },
    {
      what: 'a second hash, of another browser',
      path: () => `${pages}/1.webp?lecteur=${another}&${query()}`,
      isOther: true,
    },
    { what: 'its hash twice', path: () => `${pages}/1.webp?${query().split('&')[0]}&${query()}` },
    { what: 'a foreign parameter', path: () => `${pages}/1.webp?v=1&${query()}` },
    { what: 'a parameter without a name', path: () => `${pages}/1.webp?=1&${query()}` },
    { what: 'the name of another document', path: () => `${pages.replace('aa', 'ab')}/1.webp?${query()}` },
    { what: 'a path to another document', path: () => `${pages}/../${'b'.repeat(64)}/1.webp?${query()}` },
    { what: 'an encoded path', path: () => `${pages}/%2e%2e/${'b'.repeat(64)}/1.webp?${query()}` },
    { what: 'a path to a file of the origin', path: () => `${pages}/../../x/v1/inline/x.pdf?${query()}` },
    { what: 'a folder', path: () => `${pages}/x/1.webp?${query()}` },
    { what: 'a folder above', path: () => `${pages}/..?${query()}` },
  ])('are refused with $what, before the bucket', async ({ path, isOther }) => {
    const headers = isOther ? { cookie: COOKIE.replace(/=.*/, '=of-another-browser') } : {}
    expect((await edge.get(path(), headers)).status).toBe(403)
    expect(edge.asked()).toEqual([])
  })

  // Nothing says whether CloudFront takes such a parameter for a part of the signed address, which ends with any text.
  test('are refused with an end beside their policy by the function itself', async () => {
    const uri = `${pages}/1.webp`
    const { onRequest } = edge.distribution.behaviors.find(({ pathPattern }) =>
      matchesPattern(uri, pathPattern ?? ''),
    ) as Behavior
    const ask = (sent: string) =>
      onRequest?.onRequest({ method: 'GET', uri, query: sent, headers: { cookie: COOKIE }, ip: '' })
    expect(await ask(query())).toMatchObject({ kind: 'request' })
    expect(await ask(`${query()}&Expires=1`)).toMatchObject({ status: 403 })
  })
})

test("a viewer cannot replace the origin's own header", async () => {
  const own = edge.distribution.behaviors.flatMap(({ origin }) =>
    origin.kind === 'http' ? Object.keys(origin.headers) : [],
  )
  const [name = expect.fail()] = own
  await edge.get('/api/health', { [name.toUpperCase()]: 'viewer' })
  expect(sentOn[name]).toBe('secret')
})

test('an origin receives the headers of its policies and those of CloudFront alone', () => {
  const viewer = {
    host: 'localhost:3000',
    authorization: 'Bearer x',
    cookie: 'a=1; b=2',
    'x-other': 'o',
    'x-forwarded-for': '9.9.9.9',
    'user-agent': 'Browser',
    'cloudfront-viewer-address': '9.9.9.9:1',
  }
  const policy = { headers: ['authorization', 'cloudfront-viewer-address'], queryStrings: [], cookies: ['a'] }
  expect(originHeaders(viewer, { ip: '127.0.0.1', port: 50_123 }, 'api.example', [policy])).toEqual({
    host: 'api.example',
    authorization: 'Bearer x',
    cookie: 'a=1',
    'cloudfront-viewer-address': '127.0.0.1:50123',
    'user-agent': 'Amazon CloudFront',
    via: expect.stringContaining('CloudFront'),
    'x-forwarded-for': '9.9.9.9, 127.0.0.1',
  })
})

const WEBKIT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/605.1.15'
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/160.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const sent: Record<string, unknown> = {
  'set-cookie': '__Host-lecteur=a; Path=/; Max-Age=9; Secure; HttpOnly; SameSite=Strict',
}

test.each([WEBKIT, CHROME.replace('160', '109')])(
  'gives %s a cookie that it stores over http, and takes it back under its own name',
  (userAgent) => {
    expect(withStorableCookies(sent, userAgent)).toEqual({
      'set-cookie': ['local-lecteur=a; Path=/; Max-Age=9; HttpOnly; SameSite=Strict'],
    })
    const returned = withStageCookies({ cookie: 'b=local-c; local-lecteur=a', 'user-agent': userAgent })
    expect(returned.cookie).toBe('b=local-c; __Host-lecteur=a')
  },
)

test.each([CHROME, FIREFOX, undefined])('leaves the cookies of %s as they are', (userAgent) => {
  expect(withStorableCookies(sent, userAgent)).toBe(sent)
  const headers = { cookie: 'local-lecteur=a', 'user-agent': userAgent }
  expect(withStageCookies(headers)).toBe(headers)
})
