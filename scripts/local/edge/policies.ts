import * as v from 'valibot'
import type { Templates } from '../template/templates.ts'
import { type ForwardingPolicy, MANAGED_POLICIES, OWN_HEADERS, type Selection } from './forwarding.ts'

/** What CloudFront calls the choices; `allViewerAndWhitelistCloudFront` is not among those that the local edge knows. */
const Behaviour = v.picklist(['none', 'whitelist', 'all', 'allViewer', 'allExcept'])

const selectionOf = (kind: 'HeaderBehavior' | 'QueryStringBehavior' | 'CookieBehavior', names: string) =>
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((config): Selection => {
      const behaviour = v.parse(Behaviour, config[kind])
      const listed = v.parse(v.optional(v.array(v.string()), []), config[names])
      const spelled = kind === 'HeaderBehavior' ? listed.map((name) => name.toLowerCase()) : listed
      if (behaviour === 'all' || behaviour === 'allViewer') return { kind: 'all' }
      return { kind: behaviour === 'allExcept' ? 'allExcept' : 'only', names: spelled }
    }),
  )

const forwarded = {
  HeadersConfig: selectionOf('HeaderBehavior', 'Headers'),
  QueryStringsConfig: selectionOf('QueryStringBehavior', 'QueryStrings'),
  CookiesConfig: selectionOf('CookieBehavior', 'Cookies'),
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
export function cachePolicyOf(id: string, templates: Templates): ForwardingPolicy {
  const managed = MANAGED_POLICIES[id]
  if (managed) return managed
  const { CachePolicyConfig } = templates.byId('AWS::CloudFront::CachePolicy', id).read(CachePolicy)
  const { EnableAcceptEncodingGzip, ...sent } = CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin
  return policyOf(sent, EnableAcceptEncodingGzip)
}

/** What an origin request policy, AWS's own or the template's, adds to that. @throws Error on a header unknown here */
export function originRequestPolicyOf(id: string, templates: Templates): ForwardingPolicy {
  const managed = MANAGED_POLICIES[id]
  if (managed) return managed
  const { OriginRequestPolicyConfig: sent } = templates
    .byId('AWS::CloudFront::OriginRequestPolicy', id)
    .read(OriginRequestPolicy)
  const { HeadersConfig } = sent
  const unknown = (HeadersConfig.kind === 'only' ? HeadersConfig.names : []).filter(
    (name) => name.startsWith('cloudfront-') && !(name in OWN_HEADERS),
  )
  if (unknown.length > 0) throw new Error(`The local edge cannot write the header ${unknown.join(', ')}`)
  return policyOf(sent, false)
}

type Sent = { HeadersConfig: Selection; QueryStringsConfig: Selection; CookiesConfig: Selection }

function policyOf(
  { HeadersConfig, QueryStringsConfig, CookiesConfig }: Sent,
  compress: boolean,
): ForwardingPolicy {
  return { headers: HeadersConfig, queryStrings: QueryStringsConfig, cookies: CookiesConfig, compress }
}
