import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { readablePage } from '#web/lib/loading/hydration.ts'
import type { Failure } from '#web/lib/loading/lazy-component.tsx'
import { publishedVersion } from '#web/lib/loading/newer-version.ts'
import { reloadPage } from '#web/lib/network.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { FailureAlert } from '#web/ui/lazy-part.tsx'
import { Page, PageFrame } from '#web/ui/page.tsx'

/**
 * Says that a page failed: above the page where it could be read before, which stays as HTML without the site's scripts,
 * and otherwise in its place.
 * @param within selector of the element that the failure takes the place of
 */
export function ErrorPage({ text, onRetry, within = 'main' }: Failure & { within?: string }) {
  const { pathname } = useLocation()
  const [readable] = useState(() => readablePage(pathname, within))
  // A new page requests every chunk again; where the site does not answer, the browser would show an error of its own.
  const retry = () => void publishedVersion().then(reloadPage, onRetry)
  const alert = <FailureAlert text={text} onRetry={retry} />
  if (readable)
    return (
      <>
        <title>{readable.title}</title>
        <PageFrame width="wide">{alert}</PageFrame>
        <div dangerouslySetInnerHTML={{ __html: readable.html }} />
      </>
    )
  const page = (
    <Page title="Page indisponible" width="text">
      {alert}
      <div>
        <ButtonLink to="/" variant="secondary">
          Retour à l'accueil
        </ButtonLink>
      </div>
    </Page>
  )
  return within === 'main' ? page : <main>{page}</main>
}
