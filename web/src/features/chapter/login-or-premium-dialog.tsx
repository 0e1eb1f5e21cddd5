import { Crown } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useSignInDialog } from '#web/lib/auth/sign-in-dialog.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from './login-or-premium-dialog.module.css'

/** What a visitor sees who wants to open a document that is not free (spec section 6). */
export function LoginOrPremiumDialog({ onClose }: { onClose: () => void }) {
  const openSignIn = useSignInDialog()
  const signIn = () => {
    onClose()
    openSignIn()
  }
  return (
    <Dialog title="Connectez-vous ou passez en Premium" onClose={onClose}>
      <div className={styles.choices}>
        <p>Ce document est réservé aux comptes Premium. Vous en avez un ? Connectez-vous pour l'ouvrir.</p>
        <Button onClick={signIn}>Se connecter</Button>
        <ButtonLink to="/premium" variant="premium">
          <Crown size={18} aria-hidden="true" />
          Passer en Premium
        </ButtonLink>
        <p className={styles.signup}>
          Pas encore inscrit ? <Link to="/signup">Créer compte</Link>
        </p>
      </div>
    </Dialog>
  )
}
