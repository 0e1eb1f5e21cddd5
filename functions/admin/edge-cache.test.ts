import { createDistribution } from '../aws/distribution.ts'
import {
  DISTRIBUTION_ID_PARAMETER,
  type Distribution,
  startDistribution,
} from '../test-support/distribution.ts'
import { createEdgeCache } from './edge-cache.ts'

const openEdgeCache = (idParameter: string) => createEdgeCache(createDistribution(idParameter))

let distribution: Distribution
beforeAll(async () => {
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-3',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  })
  distribution = await startDistribution()
})
afterAll(() => distribution.stop())
beforeEach(() => {
  distribution.failWith(null)
  distribution.forgotten.clear()
})

test('every copy of a document is dropped, and the distribution is looked up once', async () => {
  const edgeCache = openEdgeCache(DISTRIBUTION_ID_PARAMETER)
  const reads = distribution.reads()
  await edgeCache.forget('bac-SM-2023-Normale')
  await edgeCache.forget('a-1')
  expect(distribution.forgotten.list()).toEqual(['/files/bac-SM-2023-Normale/*', '/files/a-1/*'])
  expect(distribution.reads() - reads).toBe(1)
})

test('several documents are dropped by one call, and very many by one path', async () => {
  const edgeCache = openEdgeCache(DISTRIBUTION_ID_PARAMETER)
  await edgeCache.forget()
  await edgeCache.forget('a', 'b')
  expect(distribution.forgotten.list()).toEqual(['/files/a/*', '/files/b/*'])
  distribution.forgotten.clear()
  await edgeCache.forget(...Array.from({ length: 11 }, (_, index) => `a-${index}`))
  expect(distribution.forgotten.list()).toEqual(['/files/*'])
})

test.each([
  { fault: 500, service: 'ssm' },
  { fault: 'reset', service: 'ssm' },
  { fault: 'moved', service: 'ssm' },
  { fault: 403, service: 'cloudfront' },
  { fault: 503, service: 'cloudfront' },
  { fault: 'reset', service: 'cloudfront' },
  { fault: 'silence', service: 'cloudfront' },
  { fault: 'moved', service: 'cloudfront' },
] as const)('$service failing with $fault refuses nothing, and the next call works', async (row) => {
  const edgeCache = openEdgeCache(DISTRIBUTION_ID_PARAMETER)
  distribution.failWith(row.fault, row.service)
  const startedAt = performance.now()
  await edgeCache.forget('a-1')
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  expect(distribution.forgotten.list()).toEqual([])
  expect(distribution.followed()).toBe(0)
  distribution.failWith(null)
  await edgeCache.forget('a-2')
  expect(distribution.forgotten.list()).toEqual(['/files/a-2/*'])
})

test('a parameter that is not there is asked for again', async () => {
  const edgeCache = openEdgeCache('/absent')
  const reads = distribution.reads()
  await edgeCache.forget('a-1')
  await edgeCache.forget('a-1')
  expect(distribution.reads() - reads).toBe(2)
  expect(distribution.forgotten.list()).toEqual([])
})
