import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { returnPath } from '#web/lib/return-path.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { Placeholder } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'

/**
 * A page to sign in or up, which returns signed-in users to the page they came from. A placeholder stands while a stored
 * session is being checked; once the form is shown it stays, so that a sign-in in another tab clears nothing typed.
 */
export function VisitorsOnly({ title, children }: { title: string; children: ReactNode }) {
  const { status } = useAuth()
  const [wasVisitor, setVisitor] = useState(false)
  if (!wasVisitor && status === 'signedOut') setVisitor(true)
  if (status === 'signedIn') return <Return />
  if (wasVisitor || status === 'signedOut') return children
  return (
    <Page title={title} width="narrow">
      <noscript>
        <Alert kind="info">
          <p>
            Sans JavaScript, ni l'inscription ni la connexion ne fonctionnent. Activez-le dans votre
            navigateur, puis rechargez la page.
          </p>
        </Alert>
      </noscript>
      <Card>
        <Placeholder lines={5} />
      </Card>
    </Page>
  )
}

/** A component of its own: the return path needs `document`, which prerendering does not have. */
function Return() {
  return <Navigate to={useReturnPath()} replace />
}

/** Where this page leads after the sign-in. */
export function useReturnPath(): string {
  const location = useLocation()
  const state: unknown = location.state
  // The router calls a document's first page 'default'.
  const referrer = location.key === 'default' ? document.referrer : null
  return returnPath({ state, referrer, origin: window.location.origin })
}
