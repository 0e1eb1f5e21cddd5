import * as v from 'valibot'
import { GuardedEnvironment, WatchEnvironment } from '../http/environment.ts'

/** What the admin function reads from its environment; infrastructure is typed by it. */
export const AdminEnvironment = v.object({
  ...GuardedEnvironment.entries,
  ...WatchEnvironment.entries,
  /** Address of the probe's account, which comes from another network each time. */
  PROBE_EMAIL: v.optional(v.string()),
  /** Moroccan dirhams. */
  OFFER_PRICE_DH: v.pipe(v.string(), v.transform(Number), v.number()),
  /** Last day of the offer, YYYY-MM-DD; empty: no end. */
  OFFER_VALID_UNTIL: v.pipe(
    v.string(),
    v.regex(/^(?:\d{4}-\d{2}-\d{2})?$/),
    v.transform((day) => day || null),
  ),
  /** The parameter of Systems Manager that holds the id of the site's distribution. */
  DISTRIBUTION_ID_PARAMETER: v.string(),
})
export type AdminEnvironment = v.InferInput<typeof AdminEnvironment>
