import * as v from 'valibot'

/** What the probe reads from its environment; infrastructure is typed by it. */
export const ProbeEnvironment = v.object({
  /** The site's public address, without a trailing slash: the probe uses the site as students do. */
  SITE_ORIGIN: v.string(),
  USER_POOL_ID: v.string(),
  /** The client that only the probe uses to sign in. */
  PROBE_CLIENT_ID: v.string(),
  PROBE_EMAIL: v.string(),
  /** The secret that holds the account's password. */
  PROBE_PASSWORD_SECRET_ID: v.string(),
})
export type ProbeEnvironment = v.InferInput<typeof ProbeEnvironment>
