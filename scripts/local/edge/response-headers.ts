import * as v from 'valibot'

const Override = { Override: v.boolean() }

/** The parts of `ResponseHeadersPolicyConfig` that the templates use. */
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

/** Removes, adds and overrides headers (lower-case names) as a policy says. */
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
