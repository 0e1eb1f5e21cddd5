import { ORIGIN_HEADER, serveWhole, startTestEdge, type TestEdge } from '../test-support/test-edge.ts'
import { originHeaders } from './policies.ts'

let edge: TestEdge
beforeAll(async () => {
  edge = await startTestEdge()
  edge.reset()
})
afterAll(() => edge.stop())

test("a viewer cannot replace the origin's own header", async () => {
  const got: unknown[] = []
  edge.serve((request, response) => {
    got.push(request.headers[ORIGIN_HEADER])
    serveWhole(request, response)
  })
  await edge.get(edge.signed(), { [ORIGIN_HEADER.toUpperCase()]: 'viewer' })
  expect(got).toEqual(['edge'])
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
