import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import ipaddr from 'ipaddr.js'

/** Subscribers get at least this much of IPv6, and can change the addresses in it at will. Bits. */
const IPV6_NETWORK = 64

/** Calls without a readable address are counted together. */
const UNKNOWN = 'unknown'

/**
 * The network address that a request is counted by: an IPv4 address, or an IPv6 network. CloudFront names the viewer as
 * `address:port` in a header that a viewer cannot set, and requests that bypass CloudFront are refused before
 * (origin-secret.ts); a call without that header is counted by the address of its connection.
 */
export function viewerAddress({ headers, requestContext }: APIGatewayProxyEventV2): string {
  const [, viewer = ''] = /^(.+):\d+$/.exec(headers['cloudfront-viewer-address'] ?? '') ?? []
  return networkOf(viewer) ?? networkOf(requestContext.http.sourceIp) ?? UNKNOWN
}

function networkOf(text: string): string | undefined {
  // Only the two usual forms: the library reads `7` and `0x7f.1` as IPv4 as well.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_NETWORK}`).toString()}/${IPV6_NETWORK}`
}
