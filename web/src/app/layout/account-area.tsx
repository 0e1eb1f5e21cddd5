import { useSignInDialog } from '#web/lib/auth/sign-in-dialog.ts'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { fetchedPart } from '#web/lib/fetched-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { LazyPart } from '../lazy-part.tsx'
import styles from './account-area.module.css'

/** Apart from what visitors receive. */
const UserMenu = fetchedPart(async () => (await import('./user-menu.tsx')).UserMenu)

/** Who is there, at the end of the header. Its width is reserved while that is not known yet. */
export function AccountArea() {
  return (
    <div className={styles.area}>
      <Content />
    </div>
  )
}

function Content() {
  const auth = useAuth()
  const openSignIn = useSignInDialog()
  switch (auth.status) {
    case 'loading':
      return <Placeholder />
    case 'signedOut':
      return <Button onClick={openSignIn}>Se connecter</Button>
    case 'signingOut':
      return <span className={styles.leaving}>Déconnexion...</span>
    case 'signedIn':
      return (
        <LazyPart fallback={<Placeholder />} failed={MenuMissing}>
          <UserMenu profile={auth.profile} />
        </LazyPart>
      )
  }
}

function MenuMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <Button onClick={onRetry}>
      Réessayer <span className="visually-hidden">d'afficher le menu du compte</span>
    </Button>
  )
}

function Placeholder() {
  return <span className={styles.placeholder} />
}
