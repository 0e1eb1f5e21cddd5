import * as v from 'valibot'
import { normalizeEmail } from '#shared/domain/user.ts'

/** Owner addresses, comma separated, the primary owner first; parsed to a list (decision D7). */
export const OwnerEmails = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map(normalizeEmail).filter(Boolean)),
)

/** What every function needs that checks tokens and sessions. */
export const GuardedEnvironment = v.object({
  TABLE_NAME: v.string(),
  USER_POOL_ID: v.string(),
  USER_POOL_CLIENT_ID: v.string(),
  OWNER_EMAILS: OwnerEmails,
  /** Whether owners pass with a second factor only. */
  OWNERS_NEED_SECOND_FACTOR: v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
  /** The SDK's own variable; the keys of the user pool are read from there too. Unset in the cloud. */
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: v.optional(v.string()),
})
export type GuardedEnvironment = v.InferInput<typeof GuardedEnvironment>

/** The same after parsing. */
export type GuardedSettings = v.InferOutput<typeof GuardedEnvironment>
