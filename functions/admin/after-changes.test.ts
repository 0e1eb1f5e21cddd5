import { vi } from 'vitest'
import type { Fault } from '#scripts/local/http-server.ts'
import { DISTRIBUTION_ID_PARAMETER, startTestServices } from '#scripts/local/test-support/services.ts'
import { createDistribution } from '../aws/distribution.ts'
import { createEdgeCache } from './after-changes.ts'

const openEdgeCache = (idParameter: string) => createEdgeCache(createDistribution(idParameter))

const services = await startTestServices()
afterAll(() => services.close())
const reads = () => services.operations.list().filter((operation) => operation === 'GetParameter').length
beforeEach(() => {
  services.failWith(null)
  services.invalidated.clear()
})

test('invalidates every copy of a document, and looks the distribution up once', async () => {
  const edgeCache = openEdgeCache(DISTRIBUTION_ID_PARAMETER)
  const before = reads()
  await edgeCache.forget('bac-SM-2023-Normale')
  await edgeCache.forget('a-1')
  expect(services.invalidated.list()).toEqual(['/files/bac-SM-2023-Normale/*', '/files/a-1/*'])
  expect(reads() - before).toBe(1)
})

test('invalidates several documents in one call, and very many by one path', async () => {
  const edgeCache = openEdgeCache(DISTRIBUTION_ID_PARAMETER)
  await edgeCache.forget()
  await edgeCache.forget('a', 'b')
  expect(services.invalidated.list()).toEqual(['/files/a/*', '/files/b/*'])
  services.invalidated.clear()
  await edgeCache.forget(...Array.from({ length: 11 }, (_, index) => `a-${index}`))
  expect(services.invalidated.list()).toEqual(['/files/*'])
})

/** A redirect, which must not be followed, since the call is signed for one address. */
let followed = 0
const moved: Fault = (_, response) => void response.writeHead(307, { location: '/elsewhere' }).end()

test.each<{ operation: string; how: string; fault: Fault }>([
  { operation: 'GetParameter', how: 'an error', fault: { status: 500, type: 'InternalServerError' } },
  { operation: 'GetParameter', how: 'a redirect', fault: moved },
  { operation: 'CreateInvalidation', how: 'a refusal', fault: { status: 403, type: 'AccessDenied' } },
  { operation: 'CreateInvalidation', how: 'a reset', fault: 'reset' },
  { operation: 'CreateInvalidation', how: 'silence', fault: 'silence' },
  { operation: 'CreateInvalidation', how: 'a redirect', fault: moved },
])('ignores $operation answered by $how, and the next call works', async ({ operation, how, fault }) => {
  // An answer must be given within 9 s (http/deadline.ts).
  const { timeout } = AbortSignal
  const patience = vi.spyOn(AbortSignal, 'timeout')
  patience.mockImplementation((ms) => timeout.call(AbortSignal, how === 'silence' ? ms / 40 : ms))
  const edgeCache = openEdgeCache(DISTRIBUTION_ID_PARAMETER)
  services.failWith((asked, { url }) => {
    if (url === '/elsewhere') followed += 1
    return asked === operation ? fault : undefined
  })
  await edgeCache.forget('a-1')
  expect(patience.mock.calls).toEqual([[4_000]])
  expect(services.invalidated.list()).toEqual([])
  expect(followed).toBe(0)
  services.failWith(null)
  await edgeCache.forget('a-2')
  expect(services.invalidated.list()).toEqual(['/files/a-2/*'])
})
