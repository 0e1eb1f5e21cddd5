import * as v from 'valibot'

const Override = { Override: v.boolean() }

/** `ResponseHeadersPolicyConfig` as far as CloudFront turns it into headers of its own. */
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

/** Applies a policy to an answer's headers (lower-case names): removes, then adds or overrides. */
export function applyResponseHeaders(headers: Headers, policy: ResponseHeadersPolicy): Headers {
  const removed = new Set(policy.RemoveHeadersConfig?.Items.map(({ Header }) => Header.toLowerCase()))
  const result = Object.fromEntries(Object.entries(headers).filter(([name]) => !removed.has(name)))
  for (const { name, value, override } of headersOf(policy)) {
    if (override || !(name in result)) result[name] = value
  }
  return result
}

function headersOf(policy: ResponseHeadersPolicy): { name: string; value: string; override: boolean }[] {
  const security = policy.SecurityHeadersConfig ?? {}
  const { ContentSecurityPolicy, ContentTypeOptions, FrameOptions, ReferrerPolicy, StrictTransportSecurity } =
    security
  const header = (name: string, value: string | undefined, part: { Override: boolean } | undefined) =>
    value === undefined || !part ? [] : [{ name, value, override: part.Override }]
  return [
    ...header('content-security-policy', ContentSecurityPolicy?.ContentSecurityPolicy, ContentSecurityPolicy),
    ...header('x-content-type-options', 'nosniff', ContentTypeOptions),
    ...header('x-frame-options', FrameOptions?.FrameOption, FrameOptions),
    ...header('referrer-policy', ReferrerPolicy?.ReferrerPolicy, ReferrerPolicy),
    ...header(
      'strict-transport-security',
      transportSecurity(StrictTransportSecurity),
      StrictTransportSecurity,
    ),
    ...(policy.CustomHeadersConfig?.Items ?? []).map(({ Header, Value, Override: override }) => ({
      name: Header.toLowerCase(),
      value: Value,
      override,
    })),
  ]
}

function transportSecurity(
  config:
    | {
        AccessControlMaxAgeSec: number
        IncludeSubdomains?: boolean | undefined
        Preload?: boolean | undefined
      }
    | undefined,
): string | undefined {
  if (!config) return undefined
  return [
    `max-age=${config.AccessControlMaxAgeSec}`,
    ...(config.IncludeSubdomains ? ['includeSubDomains'] : []),
    ...(config.Preload ? ['preload'] : []),
  ].join('; ')
}
