import { problems } from '#shared/contract/problems.ts'
import { ApiFailure, refusalCodeOf, troubleHint } from '#web/lib/api/failure.ts'
import { IdentityFailure, type IdentityFailureReason } from '#web/lib/auth/identity-failure.ts'

/** What went wrong when somebody signed in or up, ready to be shown (spec section 8). */
export type AuthFault =
  | { kind: 'message'; text: string }
  | { kind: 'accountExists'; text: string }
  | { kind: 'sessionTaken'; text: string; secondsLeft: number | null }

export const ACCOUNT_EXISTS = 'Un compte existe déjà avec cet email. Veuillez vous connecter.'

export const PASSWORD_HINT = 'Le mot de passe doit contenir au moins 6 caractères.'

const tooMany = problems.TOO_MANY_REQUESTS.detail

export function signInFault(error: unknown): AuthFault {
  const reasons: Partial<Record<IdentityFailureReason, string>> = {
    invalidCredentials: 'Email ou mot de passe incorrect',
    tooManyAttempts: tooMany,
  }
  return sessionTaken(error) ?? message(error, reasons, 'Erreur de connexion. Veuillez réessayer.')
}

export function signUpFault(error: unknown): AuthFault {
  if (error instanceof IdentityFailure && error.reason === 'accountExists')
    return { kind: 'accountExists', text: ACCOUNT_EXISTS }
  const reasons: Partial<Record<IdentityFailureReason, string>> = {
    passwordTooShort: PASSWORD_HINT,
    tooManyAttempts: tooMany,
  }
  return sessionTaken(error) ?? message(error, reasons, "Erreur lors de l'inscription. Veuillez réessayer.")
}

export function passwordResetFault(error: unknown): AuthFault {
  const reasons: Partial<Record<IdentityFailureReason, string>> = {
    invalidCode: 'Le code est incorrect ou a expiré.',
    invalidCredentials: 'Le code est incorrect ou a expiré.',
    passwordTooShort: PASSWORD_HINT,
    tooManyAttempts: tooMany,
  }
  return message(error, reasons, 'Une erreur est survenue. Veuillez réessayer.')
}

function sessionTaken(error: unknown): AuthFault | null {
  if (refusalCodeOf(error) !== 'SESSION_ALREADY_ACTIVE') return null
  const secondsLeft = error instanceof ApiFailure ? (error.problem?.retryAfterSeconds ?? null) : null
  return { kind: 'sessionTaken', text: problems.SESSION_ALREADY_ACTIVE.detail, secondsLeft }
}

function message(
  error: unknown,
  reasons: Partial<Record<IdentityFailureReason, string>>,
  otherwise: string,
): AuthFault {
  const known = error instanceof IdentityFailure ? reasons[error.reason] : troubleHint(error)
  return { kind: 'message', text: known ?? otherwise }
}
