import { useLocation } from 'react-router-dom'
import { withFrenchSpaces } from '#shared/writing/french-spaces.ts'
import { useSignInDialog } from '#web/lib/auth/use-auth.ts'
import { cameFrom } from '#web/lib/return-path.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PremiumLink } from '#web/ui/premium-link.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'

/** Asks a visitor who wants to open a document that is not free to sign in or to buy Premium. */
export function LoginOrPremiumDialog({ onClose }: { onClose: () => void }) {
  const openSignIn = useSignInDialog()
  const here = cameFrom(useLocation())
  const signIn = () => {
    onClose()
    openSignIn()
  }
  return (
    <Dialog title="Connectez-vous ou passez en Premium" onClose={onClose}>
      <Stack>
        <p>
          {withFrenchSpaces(
            "Ce document est réservé aux comptes Premium. Vous en avez un ? Connectez-vous pour l'ouvrir.",
          )}
        </p>
        <Button onClick={signIn}>Se connecter</Button>
        <PremiumLink />
        <Row>
          {withFrenchSpaces('Pas encore inscrit ?')}
          <ButtonLink to="/signup" state={here} variant="link">
            Créer compte
          </ButtonLink>
        </Row>
      </Stack>
    </Dialog>
  )
}
