import { chooseEncoding, compressedHeaders } from './compression.ts'
import { matchesPattern } from './distribution.ts'
import { EdgeFunction } from './edge-function.ts'
import { answerHeaders, type ForwardingPolicy, originHeaders, originQuery } from './policies.ts'
import { applyResponseHeaders } from './response-headers.ts'

test.each([
  { path: '/api/subjects', pattern: '/api/*', matches: true },
  { path: '/api/a/b', pattern: '/api/*', matches: true },
  { path: '/apix', pattern: '/api/*', matches: false },
  { path: '/API/subjects', pattern: '/api/*', matches: false },
  { path: '/a.js', pattern: '/?.js', matches: true },
  { path: '/ab.js', pattern: '/?.js', matches: false },
])('$path against $pattern: $matches', ({ path, pattern, matches }) => {
  expect(matchesPattern(path, pattern)).toBe(matches)
})

const onlySession: ForwardingPolicy = {
  headers: ['authorization', 'x-session-id'],
  queryStrings: ['track'],
  cookies: [],
}

describe('what an origin gets', () => {
  const viewer = {
    host: 'localhost:3000',
    authorization: 'Bearer x',
    cookie: 'a=1',
    range: 'bytes=0-9',
    'x-session-id': 's',
    'x-other': 'o',
    'x-forwarded-for': '9.9.9.9',
    'user-agent': 'Browser',
    'accept-encoding': 'br',
    'cloudfront-viewer-address': '9.9.9.9:1',
  }
  const address = { ip: '127.0.0.1', port: 50_123 }

  test('sends the headers of the policies and those of CloudFront', () => {
    expect(originHeaders(viewer, address, 'api.example', [onlySession])).toEqual({
      host: 'api.example',
      authorization: 'Bearer x',
      'x-session-id': 's',
      range: 'bytes=0-9',
      'user-agent': 'Amazon CloudFront',
      via: expect.stringContaining('CloudFront'),
      'x-forwarded-for': '9.9.9.9, 127.0.0.1',
    })
  })

  test('sends cookies, and lets them be set, where a policy lists them', () => {
    const listed: ForwardingPolicy = { ...onlySession, cookies: ['a'] }
    const both = { ...viewer, cookie: 'a=1; b=2' }
    expect(originHeaders(both, address, 'api.example', [listed])).toMatchObject({ cookie: 'a=1' })
    const set = { etag: '"1"', 'set-cookie': ['a=1; Path=/', 'b=2; Path=/'] }
    expect(answerHeaders(set, [listed])).toEqual({ etag: '"1"', 'set-cookie': ['a=1; Path=/'] })
    expect(answerHeaders(set, [onlySession])).toEqual({ etag: '"1"' })
  })

  test('keeps the order and spelling of forwarded query strings', () => {
    expect(originQuery('b=2&track=S%4D&c&track=PC', [onlySession])).toBe('track=S%4D&track=PC')
  })
})

describe('compression', () => {
  const text = { 'content-type': 'text/html', 'content-length': '5000', etag: '"a"' }

  test.each([
    { accept: 'gzip, deflate, br', status: 200, headers: text, encoding: 'br' },
    { accept: 'gzip', status: 200, headers: text, encoding: 'gzip' },
    { accept: 'br;q=0, gzip', status: 200, headers: text, encoding: 'gzip' },
    { accept: '', status: 200, headers: text, encoding: null },
    { accept: 'br', status: 206, headers: text, encoding: null },
    { accept: 'br', status: 200, headers: { ...text, 'content-length': '999' }, encoding: null },
    { accept: 'br', status: 200, headers: { ...text, 'content-type': 'application/pdf' }, encoding: null },
    { accept: 'br', status: 200, headers: { ...text, 'content-encoding': 'gzip' }, encoding: null },
  ])('of $headers for "$accept", status $status: $encoding', ({ accept, status, headers, encoding }) => {
    expect(chooseEncoding(accept, status, headers)).toBe(encoding)
  })

  test('weakens the ETag and drops the length', () => {
    expect(compressedHeaders(text, 'br')).toEqual({
      'content-type': 'text/html',
      etag: 'W/"a"',
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
    })
  })
})

test('applies a response headers policy with its removals and overrides', () => {
  const policy = {
    Name: 'p',
    SecurityHeadersConfig: {
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: false },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true, Override: true },
    },
    CustomHeadersConfig: { Items: [{ Header: 'X-Own', Value: '1', Override: true }] },
    RemoveHeadersConfig: { Items: [{ Header: 'Server' }] },
  }
  const answer = { server: 'x', 'x-frame-options': 'SAMEORIGIN', 'referrer-policy': 'origin' }
  expect(applyResponseHeaders(answer, policy)).toEqual({
    'x-frame-options': 'DENY',
    'referrer-policy': 'origin',
    'strict-transport-security': 'max-age=60; includeSubDomains',
    'x-own': '1',
  })
})

describe('an edge function', () => {
  const request = { method: 'GET', uri: '/sujets-bac/sm', query: 'a=1', headers: { host: 'x' }, ip: '::1' }

  test('rewrites the path of a request', async () => {
    const code = `function handler(event) { event.request.uri = '/index.html'; return event.request }`
    const outcome = await new EdgeFunction('rewrite', code).onRequest(request)
    expect(outcome).toEqual({ kind: 'request', uri: '/index.html' })
  })

  test('answers in place of the origin', async () => {
    const code = `function handler() {
      return { statusCode: 302, headers: { location: { value: '/' } } }
    }`
    const outcome = await new EdgeFunction('redirect', code).onRequest(request)
    expect(outcome).toEqual({ kind: 'response', status: 302, headers: { location: '/' }, body: '' })
  })

  test('changes the status of a response', async () => {
    const code = `function handler(event) { event.response.statusCode = 404; return event.response }`
    const changed = await new EdgeFunction('status', code).onResponse(request, {
      status: 200,
      headers: { a: 'b' },
    })
    expect(changed).toEqual({ status: 404, headers: { a: 'b' } })
  })

  test('has nothing of Node but the modules of the runtime', async () => {
    const code = `function handler(event) {
      event.request.uri = '/' + [typeof process, typeof require('fs'), typeof fetch].join()
      return event.request
    }`
    const outcome = await new EdgeFunction('bare', code).onRequest(request)
    expect(outcome).toEqual({ kind: 'request', uri: '/undefined,undefined,undefined' })
  })

  test("rejects code longer than CloudFront's limit", () => {
    expect(() => new EdgeFunction('long', `// ${'x'.repeat(11_000)}\nfunction handler() {}`)).toThrow('10240')
  })
})
