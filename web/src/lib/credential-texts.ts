import type { IdentityFailureReason } from './auth/identity-failure.ts'

/** Hint below the field of a new password. */
export const PASSWORD_HINT = 'Le mot de passe doit contenir au moins 6 caractères.'

/** Messages for a new password that the account service refuses. */
export const passwordFaults = {
  passwordTooShort: PASSWORD_HINT,
  passwordLeaked: 'Ce mot de passe figure dans une fuite de données connue. Veuillez en choisir un autre.',
} as const satisfies Partial<Record<IdentityFailureReason, string>>

/** For a refused code, from an e-mail or an app. */
export const INVALID_CODE = 'Le code est incorrect ou a expiré.'
