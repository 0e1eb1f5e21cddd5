import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { Card } from '#web/ui/card.tsx'
import { Placeholder } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { useReturnPath } from './use-return-path.ts'

/**
 * A sign-in page. Whoever is signed in goes back to where he came from. While a stored session is being checked, which
 * the guard says, its place is kept; a form that is there stays, also when another tab signs in meanwhile.
 */
export function VisitorsOnly({ title, children }: { title: string; children: ReactNode }) {
  const { status } = useAuth()
  const [wasVisitor, setVisitor] = useState(false)
  if (!wasVisitor && status === 'signedOut') setVisitor(true)
  if (status === 'signedIn') return <GoBack />
  if (wasVisitor || status === 'signedOut') return children
  return (
    <Page title={title} width="narrow">
      <Card>
        <Placeholder lines={5} />
      </Card>
    </Page>
  )
}

/** Apart, since it asks the browser, which is not there while pages are built. */
function GoBack() {
  return <Navigate to={useReturnPath()} replace />
}
