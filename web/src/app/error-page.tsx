import type { Failure } from '#web/lib/loading/error-boundary.tsx'
import { publishedVersion } from '#web/lib/loading/newer-version.ts'
import { reloadPage } from '#web/lib/loading/retry.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { FailureAlert } from '#web/ui/lazy-part.tsx'
import { Page } from '#web/ui/page.tsx'

export function ErrorPage({ text, onRetry }: Failure) {
  // A new page requests every chunk again; where the site does not answer, the browser would show an error of its own.
  const retry = () => void publishedVersion().then(reloadPage, onRetry)
  return (
    <Page title="Page indisponible" width="text">
      <FailureAlert text={text} onRetry={retry} />
      <div>
        <ButtonLink to="/" variant="secondary">
          Retour à l'accueil
        </ButtonLink>
      </div>
    </Page>
  )
}
