import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { PasswordChange } from '#web/lib/auth/account-changes.ts'
import { cameFrom } from '#web/lib/return-path.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { OTHERS_SIGNED_IN } from './account-texts.ts'

/** What a change of the account left behind where it signed out, or may have. */
type LastChange = PasswordChange | 'secondFactorOn' | undefined

/** What a visitor finds on the account's page, also one who was signed out right after changing how he signs in. */
export function SignInFirst({ change }: { change: LastChange }) {
  const here = cameFrom(useLocation())
  return (
    <Card>
      <Reason change={change} />
      <div>
        <ButtonLink to="/login" state={here}>
          Se connecter
        </ButtonLink>
      </div>
    </Card>
  )
}

function Reason({ change }: { change: LastChange }) {
  if (change === 'othersSignedIn')
    return (
      <Alert kind="error">
        <p>{OTHERS_SIGNED_IN}</p>
      </Alert>
    )
  if (change === 'signedOut')
    return (
      <Alert kind="success">
        <p>Votre mot de passe a été modifié. Connectez-vous avec le nouveau.</p>
      </Alert>
    )
  if (change === 'secondFactorOn')
    return (
      <Alert kind="success">
        <p>
          La validation en deux étapes est activée. Reconnectez-vous avec votre mot de passe et un code de
          votre application.
        </p>
      </Alert>
    )
  return <p>Connectez-vous pour voir et gérer votre compte.</p>
}

/** The last word about an account. It takes the focus: the page is suddenly short, and was read further down. */
export function AccountDeleted() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.focus()
  }, [])
  return (
    <div ref={ref} tabIndex={-1}>
      <Stack>
        <Alert kind="success">
          <p>Votre compte a été supprimé.</p>
        </Alert>
        <div>
          <ButtonLink to="/" variant="secondary">
            Retour à l'accueil
          </ButtonLink>
        </div>
      </Stack>
    </div>
  )
}
