import * as v from 'valibot'
import { AuditEnvironment, OwnerEmails } from '../http/environment.ts'

/** What the three Cognito triggers read from their environment; infrastructure is typed by it. */
export const IdentityEnvironment = v.object({
  ...AuditEnvironment.entries,
  TABLE_NAME: v.string(),
  OWNER_EMAILS: OwnerEmails,
})
export type IdentityEnvironment = v.InferInput<typeof IdentityEnvironment>
