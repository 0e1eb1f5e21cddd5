import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useAuth } from '#web/lib/auth/auth-state.ts'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { AccessRefused } from '#web/ui/access-refused.tsx'
import { Card } from '#web/ui/card.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/status.tsx'

/**
 * Loaded apart from the page, which any visitor may open: only an admin's browser may know the form of a Drive address.
 */
const UploadForm = lazyComponent(async () => (await import('./upload-form.tsx')).UploadForm)

export const UploadPage = withQueries(function UploadPage() {
  const auth = useAuth()
  if (auth.status === 'loading' || auth.status === 'remembered') return <Spinner />
  if (auth.status !== 'signedIn' || !auth.profile.isAdmin) return <AccessRefused />
  return (
    <Page title="Téléverser un Sujet du Bac" width="narrow">
      <Card>
        <LazyPart>
          <UploadForm isOwner={auth.profile.isOwner} />
        </LazyPart>
      </Card>
    </Page>
  )
})
