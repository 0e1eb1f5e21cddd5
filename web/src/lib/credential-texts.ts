import type { IdentityFailureReason } from './auth/identity-failure.ts'

export const PASSWORD_HINT = 'Le mot de passe doit contenir au moins 6 caractères.'

/** Messages for a new password that the account service refuses. */
export const passwordFaults = {
  passwordTooShort: PASSWORD_HINT,
  passwordLeaked: 'Ce mot de passe figure dans une fuite de données connue. Veuillez en choisir un autre.',
} as const satisfies Partial<Record<IdentityFailureReason, string>>

/** Used for codes of an e-mail and of an app. */
export const INVALID_CODE = 'Le code est incorrect ou a expiré.'
