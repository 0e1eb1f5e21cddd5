import type { IncomingHttpHeaders } from 'node:http'
import * as v from 'valibot'
import type { Templates } from '../template/templates.ts'

/** Names of the query strings or cookies that are forwarded, or all. */
type Selection = 'all' | readonly string[]

/** Forwarded parts of a request; names of headers in lower case. */
export type ForwardingPolicy = { headers: readonly string[]; queryStrings: Selection; cookies: Selection }

/** The AWS-managed policies CachingOptimized and CachingDisabled, which the templates name by their ids. */
const MANAGED = ['658327ea-f89d-4fab-a63d-7e88639e58f6', '4135ea2d-6df8-44a3-9df3-4b5a84be39ad']

const Behaviour = v.picklist(['none', 'whitelist', 'all'])
const Names = v.optional(v.array(v.string()), [])

const Forwarded = v.pipe(
  v.object({
    HeadersConfig: v.object({ HeaderBehavior: v.picklist(['none', 'whitelist']), Headers: Names }),
    QueryStringsConfig: v.object({ QueryStringBehavior: Behaviour, QueryStrings: Names }),
    CookiesConfig: v.object({ CookieBehavior: Behaviour, Cookies: Names }),
  }),
  v.transform(
    ({ HeadersConfig, QueryStringsConfig: queries, CookiesConfig: cookies }): ForwardingPolicy => ({
      headers: HeadersConfig.Headers.map((name) => name.toLowerCase()),
      queryStrings: queries.QueryStringBehavior === 'all' ? 'all' : queries.QueryStrings,
      cookies: cookies.CookieBehavior === 'all' ? 'all' : cookies.Cookies,
    }),
  ),
)

const CachePolicy = v.object({
  CachePolicyConfig: v.object({ ParametersInCacheKeyAndForwardedToOrigin: Forwarded }),
})
const OriginRequestPolicy = v.object({ OriginRequestPolicyConfig: Forwarded })

export function readCachePolicy(id: string, templates: Templates): ForwardingPolicy {
  if (MANAGED.includes(id)) return { headers: [], queryStrings: [], cookies: [] }
  const { CachePolicyConfig } = templates.byId('AWS::CloudFront::CachePolicy', id).read(CachePolicy)
  return CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin
}

/** @throws Error on a header that the local edge cannot write */
export function readOriginRequestPolicy(id: string, templates: Templates): ForwardingPolicy {
  const policy = templates
    .byId('AWS::CloudFront::OriginRequestPolicy', id)
    .read(OriginRequestPolicy).OriginRequestPolicyConfig
  const unknown = policy.headers.filter((name) => name.startsWith(OWN_PREFIX) && name !== VIEWER_ADDRESS)
  if (unknown.length > 0) throw new Error(`The local edge cannot write the header ${unknown.join(', ')}`)
  return policy
}

/** CloudFront forwards these headers always. */
const ALWAYS =
  /^(?:content-(?:length|type)|transfer-encoding|range|if-(?:range|(?:none-)?match|(?:un)?modified-since))$/

/** CloudFront never forwards these headers of the viewer. */
const NEVER =
  /^(?:connection|keep-alive|proxy-connection|te|trailer|upgrade|expect|x-forwarded-for|via|accept-encoding|cookie)$/

/** CloudFront adds these headers where a policy lists them, and removes a viewer's. */
const OWN_PREFIX = 'cloudfront-'
const VIEWER_ADDRESS = 'cloudfront-viewer-address'

export type ViewerAddress = { ip: string; port: number }

export function originHeaders(
  viewer: IncomingHttpHeaders,
  { ip, port }: ViewerAddress,
  host: string,
  policies: readonly ForwardingPolicy[],
): Record<string, string | string[]> {
  const lists = (name: string) => policies.some(({ headers }) => headers.includes(name))
  const isSent = (name: string) =>
    !NEVER.test(name) && !name.startsWith(OWN_PREFIX) && (ALWAYS.test(name) || lists(name))
  const headers: Record<string, string | string[]> = { host, 'user-agent': 'Amazon CloudFront' }
  for (const [name, value] of Object.entries(viewer))
    if (value !== undefined && isSent(name)) headers[name] = value
  const cookies = selectCookies(viewer.cookie?.split(/; */) ?? [], policies)
  if (cookies.length > 0) headers.cookie = cookies.join('; ')
  const before = viewer['x-forwarded-for']
  headers['x-forwarded-for'] = before ? `${String(before)}, ${ip}` : ip
  headers.via = '1.1 local.cloudfront.net (CloudFront)'
  if (lists(VIEWER_ADDRESS)) headers[VIEWER_ADDRESS] = `${ip}:${port}`
  return headers
}

export function answerHeaders(
  headers: IncomingHttpHeaders,
  policies: readonly ForwardingPolicy[],
): IncomingHttpHeaders {
  const { 'set-cookie': set = [], ...rest } = headers
  const cookies = selectCookies(set, policies)
  return cookies.length > 0 ? { ...rest, 'set-cookie': cookies } : rest
}

function selectCookies(cookies: readonly string[], policies: readonly ForwardingPolicy[]): string[] {
  return cookies.filter((pair) =>
    policies.some((policy) => selects(policy.cookies, pair.split('=')[0] ?? '')),
  )
}

/** Filters the query string, and keeps its order and spelling. */
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
  return selected === 'all' || selected.includes(name)
}

const Override = { Override: v.boolean() }

export const ResponseHeadersPolicy = v.strictObject({
  Name: v.string(),
  Comment: v.optional(v.string()),
  SecurityHeadersConfig: v.optional(
    v.strictObject({
      ContentSecurityPolicy: v.optional(v.object({ ContentSecurityPolicy: v.string(), ...Override })),
      ContentTypeOptions: v.optional(v.object(Override)),
      FrameOptions: v.optional(v.object({ FrameOption: v.string(), ...Override })),
      ReferrerPolicy: v.optional(v.object({ ReferrerPolicy: v.string(), ...Override })),
      StrictTransportSecurity: v.optional(
        v.object({
          AccessControlMaxAgeSec: v.number(),
          IncludeSubdomains: v.optional(v.boolean()),
          Preload: v.optional(v.boolean()),
          ...Override,
        }),
      ),
    }),
  ),
  CustomHeadersConfig: v.optional(
    v.object({ Items: v.array(v.object({ Header: v.string(), Value: v.string(), ...Override })) }),
  ),
  RemoveHeadersConfig: v.optional(v.object({ Items: v.array(v.object({ Header: v.string() })) })),
})
export type ResponseHeadersPolicy = v.InferOutput<typeof ResponseHeadersPolicy>

type Headers = Record<string, string | string[]>

export function applyResponseHeaders(headers: Headers, policy: ResponseHeadersPolicy): Headers {
  const removed = new Set(policy.RemoveHeadersConfig?.Items.map(({ Header }) => Header.toLowerCase()))
  const result = Object.fromEntries(Object.entries(headers).filter(([name]) => !removed.has(name)))
  for (const [name, value, override] of headersOf(policy))
    if (override || !(name in result)) result[name] = value
  return result
}

function headersOf({ SecurityHeadersConfig: security = {}, CustomHeadersConfig }: ResponseHeadersPolicy) {
  const { ContentSecurityPolicy: csp, ContentTypeOptions: sniff, FrameOptions: frame } = security
  const { ReferrerPolicy: referrer, StrictTransportSecurity: hsts } = security
  const headers: [name: string, value: string, override: boolean][] = []
  if (csp) headers.push(['content-security-policy', csp.ContentSecurityPolicy, csp.Override])
  if (sniff) headers.push(['x-content-type-options', 'nosniff', sniff.Override])
  if (frame) headers.push(['x-frame-options', frame.FrameOption, frame.Override])
  if (referrer) headers.push(['referrer-policy', referrer.ReferrerPolicy, referrer.Override])
  if (hsts) {
    const directives = [
      `max-age=${hsts.AccessControlMaxAgeSec}`,
      ...(hsts.IncludeSubdomains ? ['includeSubDomains'] : []),
      ...(hsts.Preload ? ['preload'] : []),
    ]
    headers.push(['strict-transport-security', directives.join('; '), hsts.Override])
  }
  for (const { Header, Value, Override: override } of CustomHeadersConfig?.Items ?? [])
    headers.push([Header.toLowerCase(), Value, override])
  return headers
}
