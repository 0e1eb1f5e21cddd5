import * as v from 'valibot'

/** What the probe reads from its environment; infrastructure is typed by it. */
export const ProbeEnvironment = v.object({
  /** The site's own address, without a trailing slash: the probe comes the way students come. */
  SITE_ORIGIN: v.string(),
  USER_POOL_ID: v.string(),
  /** The client that the probe alone signs in by. */
  PROBE_CLIENT_ID: v.string(),
  PROBE_EMAIL: v.string(),
  /** The secret that holds the account's password. */
  PROBE_PASSWORD_SECRET_ID: v.string(),
})
export type ProbeEnvironment = v.InferInput<typeof ProbeEnvironment>
