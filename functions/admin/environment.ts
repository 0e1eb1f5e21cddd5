import * as v from 'valibot'
import { GuardedEnvironment, SettingsEnvironment, WatchEnvironment } from '../http/environment.ts'

/** Environment of the admin function, by which infrastructure is typed. */
export const AdminEnvironment = v.object({
  ...GuardedEnvironment.entries,
  ...WatchEnvironment.entries,
  ...SettingsEnvironment.entries,
  RECEIPT_BUCKET: v.string(),
  /** Address of the probe's account, which is not listed for its changing networks. */
  PROBE_EMAIL: v.optional(v.string()),
  DISTRIBUTION_ID_PARAMETER: v.string(),
  /** Address of the queue of preparations, in stream mode only. */
  PREPARATION_QUEUE_URL: v.optional(v.string()),
})
export type AdminEnvironment = v.InferInput<typeof AdminEnvironment>
