import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { cameFrom } from '#web/lib/return-path.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Stack } from '#web/ui/stack.tsx'

/** What a visitor finds on the account's page, also one who was signed out right after changing his password. */
export function SignInFirst({ hasNewPassword }: { hasNewPassword: boolean }) {
  const here = cameFrom(useLocation())
  return (
    <Card>
      {hasNewPassword ? (
        <Alert kind="success">
          <p>Votre mot de passe a été modifié. Connectez-vous avec le nouveau.</p>
        </Alert>
      ) : (
        <p>Connectez-vous pour voir et gérer votre compte.</p>
      )}
      <div>
        <ButtonLink to="/login" state={here}>
          Se connecter
        </ButtonLink>
      </div>
    </Card>
  )
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
