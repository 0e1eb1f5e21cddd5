import { problems } from '#shared/contract/problems.ts'
import { detailOf, troubleHint } from '#web/lib/api/failure.ts'
import { IdentityFailure, type IdentityFailureReason } from '#web/lib/auth/identity-failure.ts'
import { INVALID_CODE, passwordFaults } from '#web/lib/credential-texts.ts'

const FAILED = 'Une erreur est survenue. Veuillez réessayer.'

const reasons: Partial<Record<IdentityFailureReason, string>> = {
  invalidCredentials: 'Mot de passe actuel incorrect',
  invalidCode: INVALID_CODE,
  ...passwordFaults,
  tooManyAttempts: problems.TOO_MANY_REQUESTS.detail,
}

/** The password has changed, but whoever has copied a sign-in still holds it. */
export const OTHERS_SIGNED_IN =
  "Votre mot de passe a été modifié, mais les autres appareils n'ont pas pu être déconnectés. Vérifiez votre connexion Internet, puis changez-le à nouveau."

/** What to say when the password or the second factor could not be changed, or the account not be deleted. */
export function accountFault(error: unknown): string {
  if (error instanceof IdentityFailure) return reasons[error.reason] ?? FAILED
  return troubleHint(error) ?? detailOf(error, FAILED)
}
