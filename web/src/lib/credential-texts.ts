import type { IdentityFailureReason } from './auth/identity-failure.ts'

/** Stands below the field of a new password. */
export const PASSWORD_HINT = 'Le mot de passe doit contenir au moins 6 caractères.'

/** What the account service's refusals of a new password mean. */
export const passwordFaults = {
  passwordTooShort: PASSWORD_HINT,
  passwordLeaked: 'Ce mot de passe figure dans une fuite de données connue. Veuillez en choisir un autre.',
} as const satisfies Partial<Record<IdentityFailureReason, string>>

/** What is said of a code that was not taken, be it from an e-mail or from an app. */
export const INVALID_CODE = 'Le code est incorrect ou a expiré.'
