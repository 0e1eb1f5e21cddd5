import { networkTexts } from '#web/lib/api/failure.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

/** What stands in place of a page that could not be fetched or broke (the text is the specification's). */
export function ErrorPage() {
  return (
    <Page title="Unexpected Application Error!" width="text">
      <p>Cette page n'a pas pu être affichée. {networkTexts.unreachable}</p>
      <div>
        <Button onClick={() => window.location.reload()}>Réessayer</Button>
      </div>
    </Page>
  )
}
