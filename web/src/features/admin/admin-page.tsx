import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { problems } from '#shared/contract/problems.ts'
import { useAuth, useSignInDialog } from '#web/lib/auth/use-auth.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { AccessRefused } from '#web/ui/access-refused.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AdminTabs } from './admin-tabs.tsx'
import { BlockedTab } from './blocked/blocked-tab.tsx'
import { SecondFactorNeeded } from './second-factor-needed.tsx'
import { UnauthorizedAdmin } from './unauthorized-admin.tsx'
import { UsersTab } from './users/users-tab.tsx'

// The tab that one comes for is there at once; the others come when they are opened.
const ResourcesTab = lazyComponent(async () => (await import('./resources/resources-tab.tsx')).ResourcesTab)
const SecurityTab = lazyComponent(async () => (await import('./audit/security-tab.tsx')).SecurityTab)
const OverviewPage = lazyComponent(async () => (await import('./overview/overview-page.tsx')).OverviewPage)

/** The dashboard, for owners; everyone else is told why not (decision D8). */
export function AdminPage() {
  const auth = useAuth()
  if (auth.status === 'loading') return <Spinner />
  if (auth.status !== 'signedIn') return <SignInFirst />
  if (!auth.profile.isAdmin) return <AccessRefused />
  if (!auth.profile.isOwner) return <UnauthorizedAdmin />
  return (
    <SecondFactorNeeded profile={auth.profile}>
      <Dashboard />
    </SecondFactorNeeded>
  )
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
      <Suspense fallback={<Spinner />}>
        <Routes>
          <Route index element={<UsersTab />} />
          <Route path="ressources" element={<ResourcesTab />} />
          <Route path="audit" element={<SecurityTab />} />
          <Route path="bloques" element={<BlockedTab />} />
          <Route path="tableau-de-bord" element={<OverviewPage />} />
          <Route path="*" element={<p>Cette section de l'administration n'existe pas.</p>} />
        </Routes>
      </Suspense>
    </Page>
  )
}
