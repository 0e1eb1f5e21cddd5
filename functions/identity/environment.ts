import * as v from 'valibot'
import { AuditEnvironment, GeneratedSecrets, OwnerEmails } from '../http/environment.ts'

/** What the three Cognito triggers read from their environment; infrastructure is typed by it. */
export const IdentityEnvironment = v.object({
  ...AuditEnvironment.entries,
  TABLE_NAME: v.string(),
  OWNER_EMAILS: OwnerEmails,
})
export type IdentityEnvironment = v.InferInput<typeof IdentityEnvironment>

export const PreSignUpEnvironment = v.object({
  ...IdentityEnvironment.entries,
  /** Keys by which challenges of sign-ups are signed, or were before the last deployment. */
  SIGN_UP_KEYS: GeneratedSecrets,
})
export type PreSignUpEnvironment = v.InferInput<typeof PreSignUpEnvironment>
