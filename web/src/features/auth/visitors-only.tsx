import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { PENDING_MARK } from '#shared/contract/start-script.ts'
import { useAccountPending, useAuth } from '#web/lib/auth/auth-state.ts'
import { useHydrated } from '#web/lib/loading/hydration.ts'
import { returnPath } from '#web/lib/return-path.ts'
import { Card } from '#web/ui/card.tsx'
import { PlaceholderCard } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { Alert } from '#web/ui/status.tsx'
import styles from './sign-in.module.css'

/**
 * A page to sign in or up, which returns signed-in users to the page they came from. The form is in the page's HTML, so
 * that text typed before the page runs stays in its fields; where a session is stored, it is hidden until that is
 * checked. Once shown, the form stays, so that a sign-in in another tab clears no typed text.
 */
export function VisitorsOnly({ title, children }: { title: string; children: ReactNode }) {
  const { status } = useAuth()
  const isPending = useAccountPending()
  const [wasVisitor, setVisitor] = useState(false)
  if (!wasVisitor && status === 'signedOut') setVisitor(true)
  if (status === 'signedIn') return <Return />
  if (wasVisitor || status === 'signedOut' || isPending)
    return (
      <div className={styles.form} {...(isPending && !wasVisitor && { [PENDING_MARK]: '' })}>
        <Page title={title} width="narrow">
          <noscript>
            <Alert kind="info">
              Sans JavaScript, ni l'inscription ni la connexion ne fonctionnent. Activez-le dans votre
              navigateur, puis rechargez la page.
            </Alert>
          </noscript>
          <Card>{children}</Card>
        </Page>
      </div>
    )
  return (
    <Page title={title} width="narrow">
      <PlaceholderCard lines={5} />
    </Page>
  )
}

/** This is a component of its own because it navigates as soon as it renders. */
function Return() {
  return <Navigate to={useReturnPath()} replace />
}

export function useReturnPath(): string {
  const location = useLocation()
  // Prerendering has neither a referrer nor an origin.
  if (!useHydrated()) return '/'
  const state: unknown = location.state
  // The router calls a document's first page 'default'.
  const referrer = location.key === 'default' ? document.referrer : null
  return returnPath({ state, referrer, origin: window.location.origin })
}
