import { startFunctionUrl } from './function-url.ts'
import type { RunningServer } from './http-server.ts'

let server: RunningServer | undefined
afterEach(() => server?.close())

test('streams in chunks, and passes a length on under the name that AWS gives it', async () => {
  server = await startFunctionUrl({
    functionUrl: { host: 'origin.test', functionArn: 'arn:origin', authType: 'NONE' },
    edgeSecret: 'secret',
    invoke: async (_arn, _event, sink) => {
      sink?.begin({ statusCode: 200, headers: { 'content-length': '5', etag: '"1"' }, cookies: [] })
      await sink?.write(Buffer.from('bytes'))
      return { kind: 'streamed' }
    },
  })
  const answer = await fetch(`http://localhost:${server.port}/files/a`)
  const header = (name: string) => answer.headers.get(name)
  expect([header('content-length'), header('transfer-encoding')]).toEqual([null, 'chunked'])
  expect([header('x-amzn-remapped-content-length'), header('etag')]).toEqual(['5', '"1"'])
  expect(await answer.text()).toBe('bytes')
})
