import * as fc from 'fast-check'
import { RUNS } from '#shared/test-support/runs.ts'
import { createEvent } from '../test-support/gateway.ts'
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
