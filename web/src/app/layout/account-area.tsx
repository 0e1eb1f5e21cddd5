import { useSignInDialog } from '#web/lib/auth/sign-in-dialog.ts'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './account-area.module.css'
import { UserMenu } from './user-menu.tsx'

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
      return <span className={styles.placeholder} />
    case 'signedOut':
      return <Button onClick={openSignIn}>Se connecter</Button>
    case 'signingOut':
      return <span className={styles.leaving}>Déconnexion...</span>
    case 'signedIn':
      return <UserMenu profile={auth.profile} />
  }
}
