import { ButtonLink } from '#web/ui/button.tsx'
import { Row } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'

export function NotFoundPage() {
  return (
    <Page
      title="Page introuvable"
      intro="Cette adresse ne correspond à aucune page du site. Elle a peut-être changé, ou elle est incomplète."
      figure={null}
    >
      <Row>
        <ButtonLink to="/">Retour à l'accueil</ButtonLink>
        <ButtonLink to="/sujets-bac" variant="secondary">
          Voir les sujets du bac
        </ButtonLink>
      </Row>
    </Page>
  )
}
