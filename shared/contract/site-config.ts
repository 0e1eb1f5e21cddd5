import * as v from 'valibot'

/** What differs between installations and everyone may know. */
export const SiteContent = v.object({
  name: v.string(),
  contactEmail: v.string(),
  phone: v.string(),
  /** Number of the messaging app in international form, digits only, as its links want it. */
  whatsapp: v.string(),
  socialUrl: v.string(),
  availability: v.string(),
  /** Moroccan dirhams, paid once. */
  priceDh: v.number(),
  /** Last day of the offer, YYYY-MM-DD; null: no end. */
  premiumValidUntil: v.nullable(v.string()),
  /** How one pays, all of it offline: by bank transfer or at a counter of two cash-transfer agencies. */
  payment: v.object({
    bank: v.object({ name: v.string(), holder: v.string(), account: v.string() }),
    agencies: v.tuple([v.string(), v.string()]),
  }),
  /** The next national exams, YYYY-MM-DD; those that are past are not shown. */
  exams: v.array(v.object({ label: v.string(), date: v.string() })),
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
  /** Whether owners reach the dashboard with a second factor only. */
  ownersNeedSecondFactor: v.boolean(),
  site: SiteContent,
})
export type SiteConfig = v.InferOutput<typeof SiteConfig>
