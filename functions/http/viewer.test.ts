import * as fc from 'fast-check'
import type { Route } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { isLongRun, RUNS } from '#shared/test-support/runs.ts'
import { createCaller } from '../test-support/callers.ts'
import {
  type Call,
  createContext,
  createEvent,
  createSignedEvent,
  ORIGIN_SECRET,
  ORIGIN_SECRETS,
  parseAnswer,
} from '../test-support/gateway.ts'
import { sampleCall } from '../test-support/samples.ts'
import { startSite } from '../test-support/site.ts'
import { ORIGIN_SECRET_HEADER } from './environment.ts'
import { viewerAddress, viewerNetwork } from './viewer.ts'

function addressOf(viewer: string | undefined, sourceIp = '192.0.2.1', read = viewerAddress): string {
  const headers = viewer === undefined ? {} : { 'cloudfront-viewer-address': viewer }
  const event = createEvent({ method: 'POST', path: '/api/session' }, { headers })
  event.requestContext.http.sourceIp = sourceIp
  return read(event)
}

test.each([
  ['198.51.100.7:46532', '198.51.100.7'],
  ['198.51.100.8:46532', '198.51.100.8'],
  ['2001:db8:1:2:3:4:5:6:46532', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6:443', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff:443', '2001:db8:1:2::/64'],
  ['2001:db8::1:443', '2001:db8::/64'],
  ['::ffff:198.51.100.7:46532', '198.51.100.7'],
])('counts the viewer %s as %s', (viewer, expected) => {
  expect(addressOf(viewer)).toBe(expected)
})

test.each([
  [undefined, '192.0.2.1', '192.0.2.1'],
  [undefined, '2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['', '192.0.2.1', '192.0.2.1'],
  ['198.51.100.7', '192.0.2.1', '192.0.2.1'],
  ['198.51.100.7:', '192.0.2.1', '192.0.2.1'],
  ['300.1.1.1:80', '192.0.2.1', '192.0.2.1'],
  ['7:80', '192.0.2.1', '192.0.2.1'],
  ['[2001:db8::1]:443', '192.0.2.1', '192.0.2.1'],
  [undefined, '', 'unknown'],
  ['x:1', 'y', 'unknown'],
])('counts the viewer %p on a connection from %p as %s', (viewer, sourceIp, expected) => {
  expect(addressOf(viewer, sourceIp)).toBe(expected)
})

test.each([
  ['198.51.100.7:46532', '198.51.100.0/24'],
  ['2001:db8:1:2:3:4:5:6:46532', '2001:db8:1::/48'],
  ['::ffff:198.51.100.7:46532', '198.51.100.0/24'],
  ['x', '192.0.2.0/24'],
])('assigns the viewer %s to the network %s', (viewer, network) => {
  expect(addressOf(viewer, '192.0.2.1', viewerNetwork)).toBe(network)
})

test('finds an address for a call with any header', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (viewer, sourceIp) => {
      expect(addressOf(viewer, sourceIp)).toMatch(/^(?:unknown|[\d.]+|[\da-f:]+\/64)$/)
    }),
    RUNS,
  )
})

const site = await startSite()
const owner = await createCaller(site, 'primary owner')
afterAll(() => site.stop())

/** Values of the header that are not the secret; undefined for no header. */
const wrongSecrets = {
  'no header': undefined,
  'an empty text': '',
  'another secret': 'x'.repeat(ORIGIN_SECRET.length),
  'all but its last character': ORIGIN_SECRET.slice(0, -1),
  'one character more': `${ORIGIN_SECRET}x`,
  'every trusted secret in one header': ORIGIN_SECRETS.join(','),
  'the secret twice': `${ORIGIN_SECRET},${ORIGIN_SECRET}`,
}

const callWithSecret = async (route: Route, call: Call, secret: string | undefined) => {
  const event = await createSignedEvent(route, call)
  delete event.headers[ORIGIN_SECRET_HEADER]
  if (secret !== undefined) event.headers[ORIGIN_SECRET_HEADER] = secret
  return parseAnswer(await site.handlers[route.capability](event, createContext()))
}

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]
const isFirstOfItsFunction = ([, { capability }]: (typeof named)[number], index: number) =>
  named.findIndex(([, route]) => route.capability === capability) === index

test.each(isLongRun ? named : named.filter(isFirstOfItsFunction))(
  'answers 404 for %s without a read when a request bypasses CloudFront',
  async (name, route) => {
    const headers = { 'cloudfront-viewer-address': '198.51.100.7:50000' }
    const request = { ...owner.call, ...sampleCall(name), headers }
    site.store.operations.clear()
    for (const [kind, secret] of Object.entries(wrongSecrets)) {
      const { status, json, headers: answerHeaders } = await callWithSecret(route, request, secret)
      expect([kind, status, json.code]).toEqual([kind, 404, 'NOT_FOUND'])
      expect(answerHeaders).toMatchObject({ 'cache-control': 'no-store' })
      expect(JSON.stringify(json)).not.toContain('secret')
    }
    expect(site.store.operations.list()).toEqual([])
  },
)

test.each(ORIGIN_SECRETS)(
  'accepts the secret %s while the edge and the functions change to a new one',
  async (secret) => {
    expect(await callWithSecret(routes.readSession, owner.call, secret)).toMatchObject({ status: 200 })
    expect(await callWithSecret(routes.getHealth, {}, secret)).toMatchObject({ status: 200 })
  },
)

test('answers a request that bypasses CloudFront alike for known and unknown routes', async () => {
  const unknown = { ...routes.getHealth, path: '/api/nothing' } as const
  const answers = [await callWithSecret(routes.getHealth, {}, 'x'), await callWithSecret(unknown, {}, 'x')]
  expect(answers[0]).toEqual(answers[1])
})
