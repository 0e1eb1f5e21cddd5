import * as v from 'valibot'
import { Count, GeneratedSecret, GuardedEnvironment, SettingsEnvironment } from '../http/environment.ts'

/** What the account function reads from its environment; infrastructure is typed by it. */
export const AccountEnvironment = v.object({
  ...GuardedEnvironment.entries,
  ...SettingsEnvironment.entries,
  RECEIPT_BUCKET: v.string(),
  /** Signs the challenges of sign-ups; the trigger of the user pool trusts it. */
  SIGN_UP_KEY: GeneratedSecret,
  /** Sign-ups of a day beyond which their proofs of work grow. */
  SIGN_UPS_PER_DAY: Count,
})
export type AccountEnvironment = v.InferInput<typeof AccountEnvironment>

const {
  TABLE_NAME,
  AUDIT_RETENTION_DAYS,
  USER_POOL_ID,
  OWNER_EMAILS,
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER,
} = GuardedEnvironment.entries

/** What the daily reconciliation reads: it has no callers, so it checks no tokens. */
export const ReconcileEnvironment = v.object({
  TABLE_NAME,
  AUDIT_RETENTION_DAYS,
  USER_POOL_ID,
  OWNER_EMAILS,
  RECEIPT_BUCKET: v.string(),
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER,
})
export type ReconcileEnvironment = v.InferInput<typeof ReconcileEnvironment>
