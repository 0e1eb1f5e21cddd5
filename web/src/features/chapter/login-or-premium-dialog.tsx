import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { useSignInDialog } from '#web/lib/auth/auth-state.ts'
import { PremiumLink, SignInLink } from '#web/ui/account-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Row } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export function LoginOrPremiumDialog({ onClose }: { onClose: () => void }) {
  const openSignIn = useSignInDialog()
  const signIn = () => {
    onClose()
    openSignIn()
  }
  return (
    <Dialog title="Connectez-vous ou passez en Premium" onClose={onClose}>
      <p>
        {withFrenchSpaces(
          "Ce document est réservé aux comptes Premium. Vous en avez un ? Connectez-vous pour l'ouvrir.",
        )}
      </p>
      <Button onClick={signIn}>Se connecter</Button>
      <PremiumLink />
      <Row>
        {withFrenchSpaces('Pas encore inscrit ?')}
        <SignInLink to="/signup" variant="link">
          Créer compte
        </SignInLink>
      </Row>
    </Dialog>
  )
}
