import {
  KEPT,
  OTHER,
  PAPER,
  PATH,
  type Serve,
  serveWhole,
  startTestEdge,
  type TestEdge,
} from '../test-support/test-edge.ts'

let edge: TestEdge
beforeAll(async () => {
  edge = await startTestEdge()
})

beforeEach(() => edge.reset())

afterAll(() => edge.stop())

test('serves two signatures from one copy', async () => {
  const [first, second] = [edge.signed(PATH, 60), edge.signed(PATH, 120)]
  expect(first).not.toBe(second)
  const miss = await edge.get(first)
  const hit = await edge.get(second)
  expect([miss.body, hit.body]).toEqual([PAPER.toString(), PAPER.toString()])
  expect([miss.headers['x-cache'], hit.headers['x-cache']]).toEqual([
    'Miss from cloudfront',
    'Hit from cloudfront',
  ])
  expect(edge.asked()).toEqual([`GET ${PATH}`])
})

test.each([
  { headers: { range: 'bytes=5-8' }, status: 206, body: '1.7 ', range: 'bytes 5-8/1800' },
  { headers: { range: 'bytes=-4' }, status: 206, body: '1.7 ', range: 'bytes 1796-1799/1800' },
  { headers: { range: 'bytes=5-8', 'if-range': '"v1"' }, status: 206, body: '1.7 ', range: 'bytes 5-8/1800' },
  { headers: { range: 'bytes=5-8', 'if-range': '"v0"' }, status: 200, body: PAPER.toString() },
  { headers: { range: 'bytes=1800-' }, status: 416, body: '', range: 'bytes */1800' },
  { headers: { 'if-none-match': '"v1"' }, status: 304, body: '' },
  { headers: { 'if-none-match': '"v0"' }, status: 200, body: PAPER.toString() },
])('answers $headers from a copy with $status', async ({ headers, status, body, range }) => {
  await edge.get(edge.signed())
  const answer = await edge.get(edge.signed(), headers)
  expect(answer).toMatchObject({ status, body })
  expect(answer.headers['content-range']).toBe(range)
  expect(edge.asked()).toHaveLength(1)
})

test('answers HEAD from a copy', async () => {
  await edge.get(edge.signed())
  const { status, headers, body } = await edge.get(edge.signed(), {}, 'HEAD')
  expect([status, headers['content-length'], body]).toEqual([200, '1800', ''])
  expect(edge.asked()).toHaveLength(1)
})

test('drops the copies of an invalidated document alone', async () => {
  await edge.get(edge.signed())
  await edge.get(edge.signed(OTHER))
  edge.serve((_request, response) => response.writeHead(404, { 'cache-control': 'no-store' }).end())
  expect((await edge.get(edge.signed())).status).toBe(200)
  edge.cache.forget(['/files/paper-2023/*'])
  expect((await edge.get(edge.signed())).status).toBe(404)
  expect((await edge.get(edge.signed(OTHER))).status).toBe(200)
})

test('fetches an expired copy again', async () => {
  await edge.get(edge.signed())
  edge.pass(86_399_000)
  expect((await edge.get(edge.signed())).headers.age).toBe('86399')
  edge.pass(1_000)
  await edge.get(edge.signed())
  expect(edge.asked()).toHaveLength(2)
})

test.each<{ what: string; serve: Serve; method?: string }>([
  {
    what: 'a redirect',
    serve: (_, response) => response.writeHead(302, { location: '/', 'cache-control': KEPT }).end(),
  },
  { what: 'a refusal', serve: (_, response) => response.writeHead(404, { 'cache-control': KEPT }).end('x') },
  {
    what: 'a part',
    serve: (_, response) => response.writeHead(206, { 'cache-control': KEPT, 'content-length': 1 }).end('x'),
  },
  {
    what: 'an answer that is not cacheable',
    serve: (_, response) =>
      response.writeHead(200, { 'cache-control': 'no-store', 'content-length': 1 }).end('x'),
  },
  {
    what: 'an answer of unknown length',
    serve: (_, response) => response.writeHead(200, { 'cache-control': KEPT }).end('x'),
  },
  { what: 'a HEAD', serve: serveWhole, method: 'HEAD' },
])('keeps no copy of $what', async ({ serve: answer, method = 'GET' }) => {
  edge.serve(answer)
  await edge.get(edge.signed(), {}, method)
  await edge.get(edge.signed(), {}, method)
  expect(edge.asked()).toHaveLength(2)
})

test('keeps no answer that broke off', async () => {
  edge.serve((_request, response) => {
    response.writeHead(200, { 'content-length': PAPER.length, 'cache-control': KEPT })
    response.write(PAPER.subarray(0, 100), () => response.destroy())
  })
  await expect(edge.get(edge.signed())).rejects.toThrow('aborted')
  edge.serve(serveWhole)
  expect((await edge.get(edge.signed())).body).toBe(PAPER.toString())
  expect(edge.asked()).toHaveLength(2)
})

test('evicts the least recently used copies', async () => {
  const large = Buffer.alloc(30 * 1024 * 1024, 'x')
  edge.serve((_request, response) => {
    response.writeHead(200, { 'content-length': large.length, 'cache-control': KEPT }).end(large)
  })
  const [a, b, c] = ['a', 'b', 'c'].map((name) => `/files/${name}/v1/inline/x.mp4`) as [
    string,
    string,
    string,
  ]
  for (const path of [a, b, a, c]) await edge.get(edge.signed(path))
  expect(edge.asked()).toHaveLength(3)
  await edge.get(edge.signed(a), { range: 'bytes=0-0' })
  expect(edge.asked()).toHaveLength(3)
  await edge.get(edge.signed(b), { range: 'bytes=0-0' })
  expect(edge.asked()).toHaveLength(4)
})
