import * as v from 'valibot'

/** What differs between installations and everyone may know (decision D4). */
export const SiteContent = v.object({
  name: v.string(),
  contactEmail: v.string(),
  phone: v.string(),
  socialUrl: v.string(),
  availability: v.string(),
  /** Moroccan dirhams, paid once. */
  priceDh: v.number(),
  /** Last day of the offer, YYYY-MM-DD; null: no end. */
  premiumValidUntil: v.nullable(v.string()),
  claims: v.object({ subjects: v.number(), resources: v.number(), yearsOfExperience: v.number() }),
})
export type SiteContent = v.InferOutput<typeof SiteContent>

/** `GET /config.json`: how the browser finds its services. */
export const SiteConfig = v.object({
  stage: v.string(),
  region: v.string(),
  userPoolId: v.string(),
  userPoolClientId: v.string(),
  /** In local mode only. */
  cognitoEndpoint: v.optional(v.string()),
  authFlow: v.picklist(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH']),
  site: SiteContent,
})
export type SiteConfig = v.InferOutput<typeof SiteConfig>
