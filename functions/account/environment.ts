import * as v from 'valibot'
import { Count, GeneratedSecret, GuardedEnvironment, SettingsEnvironment } from '../http/environment.ts'

/** Environment of the account function, by which infrastructure is typed. */
export const AccountEnvironment = v.object({
  ...GuardedEnvironment.entries,
  ...SettingsEnvironment.entries,
  RECEIPT_BUCKET: v.string(),
  /** Key that signs the challenges of sign-ups. The trigger of the user pool accepts it. */
  SIGN_UP_KEY: GeneratedSecret,
  /** Sign-ups of a day from which the proofs of work grow. */
  SIGN_UPS_PER_DAY: Count,
})
export type AccountEnvironment = v.InferInput<typeof AccountEnvironment>

/** Environment of the daily reconciliation, which has no callers and so checks no tokens. */
export const ReconcileEnvironment = v.object({
  ...v.pick(GuardedEnvironment, [
    'TABLE_NAME',
    'AUDIT_RETENTION_DAYS',
    'USER_POOL_ID',
    'OWNER_EMAILS',
    'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER',
  ]).entries,
  RECEIPT_BUCKET: v.string(),
})
export type ReconcileEnvironment = v.InferInput<typeof ReconcileEnvironment>
