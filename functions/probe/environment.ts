import * as v from 'valibot'

/** Environment of the probe, by which infrastructure is typed. */
export const ProbeEnvironment = v.object({
  /** Public address of the site, without a trailing slash, since the probe uses the site as students do. */
  SITE_ORIGIN: v.string(),
  USER_POOL_ID: v.string(),
  PROBE_CLIENT_ID: v.string(),
  PROBE_EMAIL: v.string(),
  /** `true` where codes are mailed by SES, so that the probe may ask for one. */
  MAILS_CODES: v.picklist(['true', 'false']),
  PROBE_PASSWORD_SECRET_ID: v.string(),
})
export type ProbeEnvironment = v.InferInput<typeof ProbeEnvironment>
