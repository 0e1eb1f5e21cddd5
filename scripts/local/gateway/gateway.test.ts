import type { RunningServer } from '../http-server.ts'
import { closeFunctions, functionOf } from '../test-support/function-of.ts'
import { routeFinder } from './routes.ts'
import { startGateway } from './server.ts'

describe('the route of a request', () => {
  const find = routeFinder(
    ['GET /api/files/{id}', 'GET /api/files/new', 'PUT /api/users/{id}/premium', '$default'].map(
      (routeKey) => ({
        routeKey,
        target: null,
      }),
    ),
  )

  test.each([
    { call: 'GET /api/files/x', routeKey: 'GET /api/files/{id}', pathParameters: { id: 'x' } },
    { call: 'GET /api/files/new', routeKey: 'GET /api/files/new', pathParameters: {} },
    { call: 'GET /api/files/a%20b', routeKey: 'GET /api/files/{id}', pathParameters: { id: 'a b' } },
    {
      call: 'PUT /api/users/7/premium',
      routeKey: 'PUT /api/users/{id}/premium',
      pathParameters: { id: '7' },
    },
    { call: 'POST /api/files/x', routeKey: '$default', pathParameters: {} },
    { call: 'GET /api/files/x/', routeKey: '$default', pathParameters: {} },
    { call: 'GET /api/files/x/y', routeKey: '$default', pathParameters: {} },
  ])('$call → $routeKey', ({ call, routeKey, pathParameters }) => {
    const [method = '', path = ''] = call.split(' ')
    expect(find(method, path)).toMatchObject({ routeKey, pathParameters })
  })
})

describe('a call', () => {
  const { local } = functionOf(`export const handler = async (event) => {
    if (event.rawPath === '/fail') throw new Error('secret reason')
    if (event.rawPath === '/plain') return { answer: 42 }
    if (event.rawPath === '/binary') return { statusCode: 200, body: 'AAEC', isBase64Encoded: true, cookies: ['a=1'] }
    if (event.rawPath === '/none') return { statusCode: 204 }
    return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(event) }
  }`)
  let gateway: RunningServer
  let base = ''

  beforeAll(async () => {
    const routes = [{ routeKey: '$default', target: { functionArn: 'f' } }]
    const api = { domainName: 'api.example', routes }
    gateway = await startGateway({ api, invoke: (_, event) => local.invoke(event) })
    base = `http://127.0.0.1:${gateway.port}`
  })

  afterAll(async () => {
    await gateway.close()
    await closeFunctions()
  })

  test('invokes the function with an event of payload format 2.0', async () => {
    const response = await fetch(`${base}/a%20b?x=1&x=2&y=`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: 'c=1; d=2',
        'X-Forwarded-For': '1.1.1.1, 2.2.2.2',
      },
      body: '{"é":1}',
    })
    expect(await response.json()).toMatchObject({
      version: '2.0',
      routeKey: '$default',
      rawPath: '/a b',
      rawQueryString: 'x=1&x=2&y=',
      queryStringParameters: { x: '1,2', y: '' },
      cookies: ['c=1', 'd=2'],
      headers: { 'content-type': 'application/json' },
      requestContext: { http: { method: 'POST', sourceIp: '2.2.2.2' }, requestId: expect.any(String) },
      body: '{"é":1}',
      isBase64Encoded: false,
    })
    expect(response.headers.get('apigw-requestid')).toBeTruthy()
  })

  test('encodes a binary body in base64', async () => {
    const headers = { 'content-type': 'application/octet-stream' }
    const response = await fetch(base, { method: 'PUT', headers, body: Buffer.from([0, 1, 255]) })
    expect(await response.json()).toMatchObject({ body: 'AAH/', isBase64Encoded: true })
  })

  test('sends answers of bytes and cookies, without a body, or without a status', async () => {
    const binary = await fetch(`${base}/binary`)
    expect(Buffer.from(await binary.arrayBuffer())).toEqual(Buffer.from([0, 1, 2]))
    expect(binary.headers.getSetCookie()).toEqual(['a=1'])
    expect((await fetch(`${base}/none`)).status).toBe(204)
    expect(await (await fetch(`${base}/plain`)).json()).toEqual({ answer: 42 })
  })

  test('answers 500 without a reason when the function fails', async () => {
    const response = await fetch(`${base}/fail`)
    expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }])
  })

  test('refuses a body of more than 10 MB', async () => {
    const response = await fetch(base, { method: 'POST', body: Buffer.alloc(10 * 1024 * 1024 + 1) })
    expect([response.status, await response.json()]).toEqual([413, { message: 'Request Entity Too Large' }])
  })

  test('refuses a path that is not well encoded', async () => {
    expect((await fetch(`${base}/%E0%A4%A`)).status).toBe(400)
  })
})
