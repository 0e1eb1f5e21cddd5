import { useQuery } from '@tanstack/react-query'
import { Route, Routes } from 'react-router-dom'
import { listActivity } from '#shared/contract/admin/security.ts'
import { problems } from '#shared/contract/problems.ts'
import { api } from '#web/lib/api/api.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useAuth, useSignInDialog } from '#web/lib/auth/use-auth.ts'
import { AccessRefused } from '#web/ui/access-refused.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { adminPages } from './admin-pages.tsx'
import styles from './admin-sections.module.css'
import { AdminSections } from './admin-sections.tsx'
import { Notices } from './notices.tsx'
import { SecondFactorNeeded } from './second-factor-needed.tsx'
import type { SettingsPreview } from './settings/settings-form.tsx'

type AdminPageProps = { SettingsPreview: SettingsPreview }

/** The dashboard of the owners; other users see why they may not enter it. */
export const AdminPage = withQueries(function AdminPage({ SettingsPreview: Preview }: AdminPageProps) {
  const auth = useAuth()
  if (auth.status === 'loading' || auth.status === 'remembered') return <Spinner />
  if (auth.status !== 'signedIn') return <SignInFirst />
  if (!auth.profile.isAdmin) return <AccessRefused />
  if (!auth.profile.isOwner) return <UnauthorizedAdmin />
  return (
    <SecondFactorNeeded profile={auth.profile}>
      <Dashboard Preview={Preview} />
    </SecondFactorNeeded>
  )
})

function SignInFirst() {
  const openSignIn = useSignInDialog()
  return (
    <AccessRefused reason={problems.AUTHENTICATION_REQUIRED.detail}>
      <Button onClick={openSignIn}>Se connecter</Button>
    </AccessRefused>
  )
}

/**
 * Shown to an admin who is no owner. It sends one of the dashboard's requests, whose refusal the server records: one
 * entry a visit, since the request is not repeated while the page is open.
 */
function UnauthorizedAdmin() {
  useQuery({
    ...api(listActivity).queryOptions({}),
    retry: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Page title="ACCÈS ADMIN NON AUTORISÉ" width="text">
      <Alert kind="error">
        <p>Votre compte a été signalé pour une tentative d'accès administrateur non autorisée.</p>
        <p>Si vous pensez qu'il s'agit d'une erreur, contactez l'administrateur.</p>
      </Alert>
    </Page>
  )
}

function Dashboard({ Preview }: { Preview: SettingsPreview }) {
  return (
    <Page title="Administration" width="full">
      <div className={styles.dashboard}>
        <AdminSections />
        <Notices />
        <LazyPart>
          <Routes>
            {adminPages.map(({ path, element }) => (
              <Route key={path} path={path} element={element(Preview)} />
            ))}
            <Route path="*" element={<p>Cette section de l'administration n'existe pas.</p>} />
          </Routes>
        </LazyPart>
      </div>
    </Page>
  )
}
