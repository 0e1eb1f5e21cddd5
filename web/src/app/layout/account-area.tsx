import { useAuth, useSignInDialog } from '#web/lib/auth/use-auth.ts'
import { LazyBoundary } from '#web/lib/loading/error-boundary.tsx'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './account-area.module.css'

/** Loaded for signed-in users only. */
const UserMenu = lazyComponent(async () => (await import('./user-menu.tsx')).UserMenu)

/** The sign-in button or the user menu, at the end of the header; a placeholder stands until the account is known. */
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
      return <span className="soft">Déconnexion...</span>
    case 'remembered':
    case 'signedIn':
      return (
        <LazyBoundary fallback={<Placeholder />} renderFailure={MenuMissing}>
          <UserMenu profile={auth.profile} />
        </LazyBoundary>
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
