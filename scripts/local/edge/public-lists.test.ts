import type { IncomingHttpHeaders } from 'node:http'
import { startWholeEdge, type WholeEdge } from '../test-support/whole-edge.ts'

// CloudFront forwards every part of a cache key, so a copy at the edge depends only on what reaches the origin.

let edge: WholeEdge
let asked: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
beforeAll(async () => {
  edge = await startWholeEdge({ get: () => null }, ({ url, headers }, response) => {
    asked.push({ url, headers })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
beforeEach(() => {
  asked = []
})
afterAll(() => edge.stop())

const LISTS = [
  '/api/subjects?track=SM',
  '/api/subjects/bac-SM-2024-Normale',
  '/api/chapters/science-math/ondes/1',
  '/api/videos',
  '/api/settings',
]

test.each(LISTS)('%s reaches the origin alike with any headers and cookies', async (path) => {
  const ask = (headers: Record<string, string>) => fetch(`${edge.address}${path}`, { headers })
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
    `${edge.address}${path}${path.includes('?') ? '&' : '?'}x=${crypto.randomUUID()}`,
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
  expect((await fetch(`${edge.address}${path}`)).status).toBe(400)
  expect(asked).toEqual([])
})

test('other routes reach the API with everything that the caller sent', async () => {
  await fetch(`${edge.address}/api/files/a?disposition=inline&x=1`, { headers: { 'X-Session-Id': 's' } })
  expect(asked).toMatchObject([
    { url: '/api/files/a?disposition=inline&x=1', headers: { 'x-session-id': 's' } },
  ])
})
