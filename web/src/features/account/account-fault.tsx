import { problems } from '#shared/contract/problems.ts'
import { detailOf, troubleHint } from '#web/lib/api/failure.ts'
import {
  IdentityFailure,
  type IdentityFailureReason,
  INVALID_CODE,
  passwordFaults,
} from '#web/lib/auth/identity-failure.ts'
import { Alert } from '#web/ui/status.tsx'

const FAILED = 'Une erreur est survenue. Veuillez réessayer.'

const reasons: Partial<Record<IdentityFailureReason, string>> = {
  invalidCredentials: 'Mot de passe actuel incorrect',
  invalidCode: INVALID_CODE,
  ...passwordFaults,
  tooManyAttempts: problems.TOO_MANY_REQUESTS.detail,
}

export function AccountFault({ error }: { error: unknown }) {
  return <Alert kind="error">{toText(error)}</Alert>
}

function toText(error: unknown): string {
  if (error instanceof IdentityFailure) return reasons[error.reason] ?? FAILED
  return troubleHint(error) ?? detailOf(error, FAILED)
}

/** Shown after a change of password that could not end the other sign-ins. */
export function OthersSignedIn() {
  return (
    <Alert kind="error">
      Votre mot de passe a été modifié, mais les autres appareils n'ont pas pu être déconnectés. Vérifiez
      votre connexion Internet, puis changez-le à nouveau.
    </Alert>
  )
}
