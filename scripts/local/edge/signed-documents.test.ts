import { COOKIE, OTHER, PATH, startTestEdge, type TestEdge } from '../test-support/test-edge.ts'

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
