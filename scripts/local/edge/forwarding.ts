import type { IncomingHttpHeaders } from 'node:http'

/** Which of a kind (headers, query strings, cookies) go on to the origin. */
export type Selection =
  | { kind: 'all' }
  | { kind: 'allExcept'; names: readonly string[] }
  | { kind: 'only'; names: readonly string[] }

/** What a cache or origin request policy sends on. */
export type ForwardingPolicy = {
  headers: Selection
  queryStrings: Selection
  cookies: Selection
  /** Whether the edge may compress, which the cache policy decides. */
  compress: boolean
}

const NONE: Selection = { kind: 'only', names: [] }
const ALL: Selection = { kind: 'all' }

/** The AWS-managed policies that the templates may name by id. */
export const MANAGED_POLICIES: Record<string, ForwardingPolicy> = {
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7e88639e58f6': {
    headers: NONE,
    queryStrings: NONE,
    cookies: NONE,
    compress: true,
  },
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': {
    headers: NONE,
    queryStrings: NONE,
    cookies: NONE,
    compress: false,
  },
  // AllViewer
  '216adef6-5c7f-47e4-b989-5492eafa07d3': { headers: ALL, queryStrings: ALL, cookies: ALL, compress: false },
  // AllViewerExceptHostHeader
  'b689b0a8-53d0-40ab-baf2-68738e2966ac': {
    headers: { kind: 'allExcept', names: ['host'] },
    queryStrings: ALL,
    cookies: ALL,
    compress: false,
  },
}

/** Headers that reach an origin whatever the policies say. */
const ALWAYS = new Set([
  'content-type',
  'content-length',
  'transfer-encoding',
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
])

/** Headers of one connection, and those that the edge sets itself. */
const NEVER = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'x-forwarded-for',
  'via',
  'accept-encoding',
])

/** Where a viewer calls from. */
export type ViewerAddress = { ip: string; port: number }

/** CloudFront's own headers, which it adds where a policy lists them; a viewer's of these names never pass. */
const OWN_PREFIX = 'cloudfront-'
export const OWN_HEADERS: Record<string, (address: ViewerAddress) => string> = {
  'cloudfront-viewer-address': ({ ip, port }) => `${ip}:${port}`,
}

/**
 * The headers that an origin gets: those of the policies, those that CloudFront always sends, its own.
 * @param host of the origin; replaced by the viewer's where a policy forwards `Host`
 */
export function originHeaders(
  viewer: IncomingHttpHeaders,
  address: ViewerAddress,
  host: string,
  policies: readonly ForwardingPolicy[],
): Record<string, string | string[]> {
  const isSent = (name: string) =>
    !NEVER.has(name) &&
    !name.startsWith(OWN_PREFIX) &&
    (ALWAYS.has(name) || policies.some(({ headers }) => selects(headers, name)))
  const headers: Record<string, string | string[]> = { host }
  for (const [name, value] of Object.entries(viewer)) {
    if (value === undefined || name === 'cookie') continue
    if (isSent(name)) headers[name] = value
  }
  const cookies = selectedCookies(viewer.cookie, policies)
  if (cookies) headers.cookie = cookies
  headers['user-agent'] ??= 'Amazon CloudFront'
  headers.via = '1.1 local.cloudfront.net (CloudFront)'
  const before = viewer['x-forwarded-for']
  headers['x-forwarded-for'] = before ? `${String(before)}, ${address.ip}` : address.ip
  for (const [name, write] of Object.entries(OWN_HEADERS))
    if (policies.some(({ headers: listed }) => listed.kind === 'only' && listed.names.includes(name)))
      headers[name] = write(address)
  return headers
}

/** The query string that an origin gets, in the viewer's own order and spelling. */
export function originQuery(query: string, policies: readonly ForwardingPolicy[]): string {
  return query
    .split('&')
    .filter((pair) => {
      const name = decodeName(pair.split('=')[0] ?? '')
      return pair !== '' && policies.some(({ queryStrings }) => selects(queryStrings, name))
    })
    .join('&')
}

function selectedCookies(header: string | undefined, policies: readonly ForwardingPolicy[]): string {
  return (header?.split(/; */) ?? [])
    .filter((pair) => policies.some(({ cookies }) => selects(cookies, pair.split('=')[0] ?? '')))
    .join('; ')
}

function selects(selection: Selection, name: string): boolean {
  if (selection.kind === 'all') return true
  return selection.names.includes(name) === (selection.kind === 'only')
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
