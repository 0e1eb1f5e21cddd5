import * as v from 'valibot'
import { AuditEnvironment, GeneratedSecrets, OwnerEmails } from '../http/environment.ts'

/** Environment of the three Cognito triggers, by which infrastructure is typed. */
export const IdentityEnvironment = v.object({
  ...AuditEnvironment.entries,
  TABLE_NAME: v.string(),
  OWNER_EMAILS: OwnerEmails,
})
export type IdentityEnvironment = v.InferInput<typeof IdentityEnvironment>

export const PreSignUpEnvironment = v.object({
  ...IdentityEnvironment.entries,
  /** Keys that sign challenges of sign-ups, and that signed them before the last deployment. */
  SIGN_UP_KEYS: GeneratedSecrets,
})
export type PreSignUpEnvironment = v.InferInput<typeof PreSignUpEnvironment>
