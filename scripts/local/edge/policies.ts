import type { IncomingHttpHeaders } from 'node:http'
import * as v from 'valibot'
import type { Templates } from '../template/templates.ts'

/** Which of a kind (headers, query strings, cookies) go on to the origin. */
type Selection = { kind: 'all' } | { kind: 'only'; names: readonly string[] }

/** What a cache or origin request policy sends on. */
export type ForwardingPolicy = {
  headers: Selection
  queryStrings: Selection
  cookies: Selection
  /** Whether the edge may compress, which the cache policy decides. */
  compress: boolean
}

const NONE: Selection = { kind: 'only', names: [] }

/** The AWS-managed policies that the templates name by id. */
const MANAGED_POLICIES: Record<string, ForwardingPolicy> = {
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7e88639e58f6': {
    headers: NONE,
    queryStrings: NONE,
    cookies: NONE,
    compress: true,
  },
}

const Behaviour = v.picklist(['none', 'whitelist', 'all'])

const selection = (kind: 'HeaderBehavior' | 'QueryStringBehavior' | 'CookieBehavior', names: string) =>
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((config): Selection => {
      if (v.parse(Behaviour, config[kind]) === 'all') return { kind: 'all' }
      const listed = v.parse(v.optional(v.array(v.string()), []), config[names])
      return {
        kind: 'only',
        names: kind === 'HeaderBehavior' ? listed.map((name) => name.toLowerCase()) : listed,
      }
    }),
  )

const forwarded = {
  HeadersConfig: selection('HeaderBehavior', 'Headers'),
  QueryStringsConfig: selection('QueryStringBehavior', 'QueryStrings'),
  CookiesConfig: selection('CookieBehavior', 'Cookies'),
}

const CachePolicy = v.object({
  CachePolicyConfig: v.object({
    ParametersInCacheKeyAndForwardedToOrigin: v.object({
      ...forwarded,
      EnableAcceptEncodingGzip: v.boolean(),
    }),
  }),
})

const OriginRequestPolicy = v.object({ OriginRequestPolicyConfig: v.object(forwarded) })

/** What a cache policy, AWS's own or the template's, sends on to the origin. */
export function readCachePolicy(id: string, templates: Templates): ForwardingPolicy {
  const managed = MANAGED_POLICIES[id]
  if (managed) return managed
  const { CachePolicyConfig } = templates.byId('AWS::CloudFront::CachePolicy', id).read(CachePolicy)
  const { EnableAcceptEncodingGzip, ...sent } = CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin
  return createPolicy(sent, EnableAcceptEncodingGzip)
}

/** What an origin request policy of the template adds to that. @throws Error on a header unknown here */
export function readOriginRequestPolicy(id: string, templates: Templates): ForwardingPolicy {
  const { OriginRequestPolicyConfig: sent } = templates
    .byId('AWS::CloudFront::OriginRequestPolicy', id)
    .read(OriginRequestPolicy)
  const names = sent.HeadersConfig.kind === 'only' ? sent.HeadersConfig.names : []
  const unknown = names.filter((name) => name.startsWith(OWN_PREFIX) && name !== VIEWER_ADDRESS)
  if (unknown.length > 0) throw new Error(`The local edge cannot write the header ${unknown.join(', ')}`)
  return createPolicy(sent, false)
}

type Sent = { HeadersConfig: Selection; QueryStringsConfig: Selection; CookiesConfig: Selection }

function createPolicy(sent: Sent, compress: boolean): ForwardingPolicy {
  const { HeadersConfig: headers, QueryStringsConfig: queryStrings, CookiesConfig: cookies } = sent
  return { headers, queryStrings, cookies, compress }
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
const NEVER =
  /^(?:connection|keep-alive|proxy-connection|te|trailer|upgrade|expect|x-forwarded-for|via|accept-encoding|cookie)$/

/** CloudFront's own headers, which it adds where a policy lists them; a viewer's of these names never pass. */
const OWN_PREFIX = 'cloudfront-'
const VIEWER_ADDRESS = 'cloudfront-viewer-address'

/** Where a viewer calls from. */
export type ViewerAddress = { ip: string; port: number }

/** The headers that an origin gets: those of the policies, those that CloudFront always sends, its own. */
export function originHeaders(
  viewer: IncomingHttpHeaders,
  { ip, port }: ViewerAddress,
  host: string,
  policies: readonly ForwardingPolicy[],
): Record<string, string | string[]> {
  const lists = (name: string) => policies.some(({ headers }) => selects(headers, name))
  const isSent = (name: string) =>
    !NEVER.test(name) && !name.startsWith(OWN_PREFIX) && (ALWAYS.has(name) || lists(name))
  const headers: Record<string, string | string[]> = { host, 'user-agent': 'Amazon CloudFront' }
  for (const [name, value] of Object.entries(viewer))
    if (value !== undefined && isSent(name)) headers[name] = value
  const cookies = (viewer.cookie?.split(/; */) ?? []).filter((pair) =>
    policies.some((policy) => selects(policy.cookies, pair.split('=')[0] ?? '')),
  )
  if (cookies.length > 0) headers.cookie = cookies.join('; ')
  const before = viewer['x-forwarded-for']
  headers['x-forwarded-for'] = before ? `${String(before)}, ${ip}` : ip
  headers.via = '1.1 local.cloudfront.net (CloudFront)'
  if (lists(VIEWER_ADDRESS)) headers[VIEWER_ADDRESS] = `${ip}:${port}`
  return headers
}

/** The query string that an origin gets, in the viewer's own order and spelling. */
export function originQuery(query: string, policies: readonly ForwardingPolicy[]): string {
  return query
    .split('&')
    .filter((pair) => {
      const [name = ''] = new URLSearchParams(pair).keys()
      return pair !== '' && policies.some(({ queryStrings }) => selects(queryStrings, name))
    })
    .join('&')
}

function selects(selected: Selection, name: string): boolean {
  return selected.kind === 'all' || selected.names.includes(name)
}
