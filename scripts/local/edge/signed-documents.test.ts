import { COOKIE, KEY_ID, OTHER, PATH, startTestEdge, type TestEdge } from '../test-support/test-edge.ts'

let edge: TestEdge
beforeAll(async () => {
  edge = await startTestEdge()
})

beforeEach(() => edge.reset())

afterAll(() => edge.stop())

test('checks the signature also of a document that was just served', async () => {
  await edge.get(edge.signed())
  expect((await edge.get(PATH)).status).toBe(403)
  expect((await edge.get(edge.signed(OTHER).replace(OTHER, PATH))).status).toBe(403)
  const url = edge.signed()
  edge.pass(120_000)
  expect((await edge.get(url)).status).toBe(403)
  expect(edge.asked()).toHaveLength(1)
})

// Every position of a signed URL, by hand and by bytes that mean something to a URL, a query or a signature.
test('refuses a URL with any byte altered before the origin', async () => {
  await edge.get(edge.signed())
  expect(edge.asked()).toEqual([`GET ${PATH}`])
  const url = edge.signed()
  const passed: unknown[] = []
  for (let at = 1; at < url.length; at += 1)
    for (const byte of ['A', 'b', '7', '-', '~', '%', '&', '=', '/']) {
      if (byte === url[at]) continue
      const answer = await edge.get(`${url.slice(0, at)}${byte}${url.slice(at + 1)}`)
      if (answer.status !== 403 && answer.status !== 404) passed.push([at, byte, answer.status])
      if (answer.body.includes('%PDF')) passed.push([at, byte, 'the document'])
    }
  expect(passed).toEqual([])
  expect(edge.asked()).toHaveLength(1)
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
  { what: 'Expires twice', alter: (url: string) => `${url}&Expires=${/Expires=(\d+)/.exec(url)?.[1]}` },
  { what: 'Signature twice', alter: (url: string) => `${url}&${/Signature=[^&]+/.exec(url)?.[0]}` },
  { what: 'Key-Pair-Id twice', alter: (url: string) => `${url}&Key-Pair-Id=${KEY_ID}` },
  { what: 'Hash-Algorithm twice', alter: (url: string) => `${url}&Hash-Algorithm=SHA256` },
  { what: 'an unknown algorithm', alter: (url: string) => url.replace('SHA256', 'NONE') },
  { what: 'another cookie', alter: (url: string) => url.replace(/lecteur=./, 'lecteur=z') },
  { what: 'no cookie', alter: (url: string) => url.replace(/lecteur=\w+&/, '') },
  { what: 'a parameter more', alter: (url: string) => `${url}&page=2` },
  { what: 'a key of no group', alter: (url: string) => url.replace(KEY_ID, 'K0000000000000') },
  { what: 'another document', alter: (url: string) => url.replace(PATH, OTHER) },
  { what: 'dots in the path', alter: (url: string) => url.replace('/files/', '/files/x/../') },
])('rejects a URL with $what before the origin', async ({ alter }) => {
  expect((await edge.get(alter(edge.signed()))).status).toBe(403)
  expect(edge.asked()).toEqual([])
})

test('expires a URL to the second', async () => {
  const url = edge.signed()
  edge.pass(119_999)
  expect((await edge.get(url)).status).toBe(200)
  edge.pass(1)
  expect((await edge.get(url)).status).toBe(403)
  expect(edge.asked()).toHaveLength(1)
})
