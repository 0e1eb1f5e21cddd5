import * as v from 'valibot'
import { Settings } from '../entities/settings.ts'

/** What differs between installations and everyone may know: the site's name, and the first values of its settings. */
export const SiteContent = v.object({ name: v.string(), ...Settings.entries })
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
