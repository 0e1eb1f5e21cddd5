import { once } from 'node:events'
import { createConnection } from 'node:net'
import { COOKIE, PATH, startTestEdge, type TestEdge } from '../test-support/test-edge.ts'

/** More than the edge keeps connections to an origin. */
const CALLS = 300

let edge: TestEdge
beforeAll(async () => {
  edge = await startTestEdge()
  edge.reset()
})
afterAll(() => edge.stop())

test('ends the calls of viewers that leave, so that others are answered', async () => {
  const { promise: full, resolve: isFull } = Promise.withResolvers<void>()
  const { promise: empty, resolve: isEmpty } = Promise.withResolvers<void>()
  let open = 0
  edge.serve((_request, response) => {
    open += 1
    if (open === 256) isFull()
    response.once('close', () => {
      open -= 1
      if (open === 0) isEmpty()
    })
  })
  const head = `GET ${edge.signed()} HTTP/1.1\r\nhost: localhost:${edge.port}\r\ncookie: ${COOKIE}\r\n\r\n`
  const viewers = await Promise.all(
    Array.from({ length: CALLS }, async () => {
      const viewer = createConnection({ port: edge.port, host: '127.0.0.1' })
      await once(viewer, 'connect')
      viewer.write(head)
      return viewer
    }),
  )
  await full
  for (const viewer of viewers) viewer.destroy()
  await empty

  edge.serve((_request, response) => response.end('answered'))
  expect(await edge.get(edge.signed(PATH, 60))).toMatchObject({ status: 200, body: 'answered' })
})
