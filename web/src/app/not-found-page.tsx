import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

/** An address that the site does not have. */
export function NotFoundPage() {
  return (
    <Page title="Page introuvable" width="text" intro="Cette adresse ne correspond à aucune page du site.">
      <div>
        <ButtonLink to="/">Retour à l'accueil</ButtonLink>
      </div>
    </Page>
  )
}
