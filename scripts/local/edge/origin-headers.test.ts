import type { IncomingHttpHeaders } from 'node:http'
import { templatesFromResources } from '../test-support/templates.ts'
import { ORIGIN_HEADER, serveWhole, startTestEdge, type TestEdge } from '../test-support/test-edge.ts'
import { readDistribution } from './distribution.ts'

describe('a header of the origin', () => {
  let edge: TestEdge
  const got: IncomingHttpHeaders[] = []
  beforeAll(async () => {
    edge = await startTestEdge()
    edge.reset()
    edge.serve((request, response) => {
      got.push(request.headers)
      serveWhole(request, response)
    })
  })
  afterAll(() => edge.stop())

  test.each([
    { name: 'nothing', sent: {} },
    { name: 'its own', sent: { [ORIGIN_HEADER]: 'viewer' } },
    { name: 'its own in capitals', sent: { [ORIGIN_HEADER.toUpperCase()]: 'viewer' } },
  ])('reaches it whatever the viewer sends: $name', async ({ sent }) => {
    const life = 100 + got.length
    expect((await edge.get(edge.signed(undefined, life), sent)).status).toBe(200)
    expect(got.at(-1)).toMatchObject({ [ORIGIN_HEADER]: 'edge' })
  })
})

test("reads the origin's own headers from the template", () => {
  const behaviour = { TargetOriginId: 'api', CachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6' }
  const origin = {
    Id: 'api',
    DomainName: 'api.example',
    CustomOriginConfig: {},
    OriginCustomHeaders: [{ HeaderName: 'X-Origin-Secret', HeaderValue: 'generated' }],
  }
  const templates = templatesFromResources({
    Distribution: {
      Type: 'AWS::CloudFront::Distribution',
      Properties: { DistributionConfig: { Origins: [origin], DefaultCacheBehavior: behaviour } },
    },
  })
  expect(readDistribution(templates).behaviors).toMatchObject([
    { origin: { host: 'api.example', headers: { 'x-origin-secret': 'generated' } } },
  ])
})
