import { createHash, createHmac } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import ipaddr from 'ipaddr.js'
import { browserName } from '#shared/domain/accounts/sign-in.ts'
import { remembering } from './bounded-cache.ts'

export type AddressedRequest = Pick<APIGatewayProxyEventV2, 'headers'> & {
  requestContext: { http: { sourceIp: string } }
}

/** Subscribers get at least a /64 of IPv6, and can change their address within it. Bits. */
const IPV6_NETWORK = 64

/** Calls without a readable address are counted together. */
const UNKNOWN = 'unknown'

/**
 * CloudFront names the viewer as `address:port` in a header that a viewer cannot set, and requests that bypass
 * CloudFront are refused before; a call without that header is counted by the address of its connection.
 */
export function viewerAddress(event: AddressedRequest): string {
  return viewerOf(event)?.address ?? UNKNOWN
}

/** Addresses of one connection change within a network, so that a student at home or on the way counts as one. */
export function viewerNetwork(event: AddressedRequest): string {
  return viewerOf(event)?.network ?? UNKNOWN
}

function viewerOf({ headers, requestContext }: AddressedRequest): Viewer | null {
  const [, viewer = ''] = /^(.+):\d+$/.exec(headers['cloudfront-viewer-address'] ?? '') ?? []
  return readAddress(viewer) ?? readAddress(requestContext.http.sourceIp)
}

type Viewer = { address: string; network: string }

/** A warm function remembers addresses, since reading one takes as long as half of a proof. */
const readAddress = remembering(1_000, (text): Viewer | null => {
  // Only these two forms are accepted: the library reads `7` and `0x7f.1` as IPv4 as well.
  const isUsual = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  if (!isUsual) return null
  const address = ipaddr.process(text)
  return address.kind() === 'ipv4'
    ? { address: address.toString(), network: networkOf(address, 24) }
    : { address: networkOf(address, IPV6_NETWORK), network: networkOf(address, 48) }
})

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const { IPv4, IPv6 } = ipaddr
  const network = (address.kind() === 'ipv4' ? IPv4 : IPv6).networkAddressFromCIDR(
    `${address.toString()}/${bits}`,
  )
  return `${network.toString()}/${bits}`
}

/**
 * Each scope, such as an account, has other digests, so that they can be compared within it only. They are a few
 * characters of 6 bits, so that a caller who changes networks all day does not make an item grow.
 */
export function createNetworkDigest(secrets: readonly string[], characters: number) {
  const digest = keyedDigest(secrets)
  return (scope: string, request: AddressedRequest): string =>
    digest(`${scope} ${viewerNetwork(request)}`).slice(0, characters)
}

/** The same for all accounts, 96 bits. */
export function createAddressDigest(secrets: readonly string[]) {
  const digest = keyedDigest(secrets)
  return (request: AddressedRequest): string => digest(viewerAddress(request)).slice(0, 16)
}

/** A key keeps networks from being found by hashing all of them. A new one may count a network twice on one day. */
function keyedDigest(secrets: readonly string[]) {
  const key = secrets.join()
  return (text: string) => createHmac('sha256', key).update(text).digest('base64url')
}

/** A heartbeat rewrites the account's item: 18 bits distinguish two names of browsers. */
export function browserDigest(userAgent: string | undefined): string {
  return createHash('sha256')
    .update(browserName(userAgent ?? ''))
    .digest('base64url')
    .slice(0, 3)
}
