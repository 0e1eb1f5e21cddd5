import { EdgeFunction } from './edge-function.ts'

const request = { method: 'GET', uri: '/sujets-bac/sm', query: 'a=1', headers: { host: 'x' }, ip: '::1' }

test('an edge function has nothing of Node but the modules of the runtime', async () => {
  const code = `function handler(event) {
    event.request.uri = '/' + [typeof process, typeof require('fs'), typeof fetch].join()
    return event.request
  }`
  const outcome = await new EdgeFunction('bare', code).onRequest(request)
  expect(outcome).toEqual({ kind: 'request', uri: '/undefined,undefined,undefined' })
})

test("an edge function longer than CloudFront's limit is rejected", () => {
  expect(() => new EdgeFunction('long', `// ${'x'.repeat(11_000)}\nfunction handler() {}`)).toThrow('10240')
})
