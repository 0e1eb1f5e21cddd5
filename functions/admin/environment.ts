import * as v from 'valibot'
import { GuardedEnvironment, SettingsEnvironment, WatchEnvironment } from '../http/environment.ts'

/** What the admin function reads from its environment; infrastructure is typed by it. */
export const AdminEnvironment = v.object({
  ...GuardedEnvironment.entries,
  ...WatchEnvironment.entries,
  ...SettingsEnvironment.entries,
  RECEIPT_BUCKET: v.string(),
  /** Address of the probe's account, which comes from another network each time. */
  PROBE_EMAIL: v.optional(v.string()),
  /** The parameter of Systems Manager that holds the id of the site's distribution. */
  DISTRIBUTION_ID_PARAMETER: v.string(),
})
export type AdminEnvironment = v.InferInput<typeof AdminEnvironment>
