import { Route, Routes } from 'react-router-dom'
import { problems } from '#shared/contract/problems.ts'
import { useSignInDialog } from '#web/lib/auth/sign-in-dialog.ts'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { AccessRefused } from '#web/ui/access-refused.tsx'
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
  if (auth.status === 'loading') return <Spinner />
  if (auth.status !== 'signedIn') return <SignInFirst />
  if (!auth.profile.isAdmin) return <AccessRefused />
  if (!auth.profile.isOwner) return <UnauthorizedAdmin />
  return <Dashboard />
}

function SignInFirst() {
  const openSignIn = useSignInDialog()
  return (
    <AccessRefused reason={problems.AUTHENTICATION_REQUIRED.detail}>
      <Button onClick={openSignIn}>Se connecter</Button>
    </AccessRefused>
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
        <Route path="*" element={<p>Cette section de l'administration n'existe pas.</p>} />
      </Routes>
    </Page>
  )
}
