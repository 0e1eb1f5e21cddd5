import { Route, Routes } from 'react-router-dom'
import { useSignInDialog } from '#web/lib/auth/sign-in-dialog.ts'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AdminTabs } from './admin-tabs.tsx'
import { BlockedTab } from './blocked-tab.tsx'
import { ResourcesTab } from './resources-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import { UnauthorizedAdmin } from './unauthorized-admin.tsx'
import { UsersTab } from './users-tab.tsx'

/** The dashboard, for owners; everyone else is told why not (decision D8). */
export function AdminPage() {
  const auth = useAuth()
  if (auth.status === 'loading') return <Spinner label="Vérification de la session…" />
  if (auth.status !== 'signedIn') return <SignInFirst />
  if (!auth.profile.isAdmin)
    return (
      <Page title="Accès Refusé" width="text">
        <Alert kind="error">
          <p>Vous n'avez pas la permission d'accéder à cette page.</p>
        </Alert>
      </Page>
    )
  if (!auth.profile.isOwner) return <UnauthorizedAdmin />
  return <Dashboard />
}

function SignInFirst() {
  const openSignIn = useSignInDialog()
  return (
    <Page title="Accès Refusé" width="text">
      <Alert kind="error">
        <p>Authentification requise</p>
        <Button onClick={openSignIn}>Se connecter</Button>
      </Alert>
    </Page>
  )
}

function Dashboard() {
  return (
    <Page title="Administration">
      <AdminTabs />
      <Routes>
        <Route index element={<UsersTab />} />
        <Route path="ressources" element={<ResourcesTab />} />
        <Route path="audit" element={<SecurityTab />} />
        <Route path="bloques" element={<BlockedTab />} />
      </Routes>
    </Page>
  )
}
