import { useLocation } from 'react-router-dom'
import type { Access } from '#web/lib/auth/use-auth.ts'
import { cameFrom } from '#web/lib/return-path.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Row } from '#web/ui/stack.tsx'

/** What somebody without Premium can do to open the documents. */
export function AccessBox({ access }: { access: Access }) {
  if (access === 'visitor') return <VisitorBox />
  if (access === 'free')
    return (
      <Alert kind="premium">
        <p>
          <strong>Contenu Premium</strong>
        </p>
        <p>Les sujets et les corrections de ce chapitre sont réservés aux comptes Premium.</p>
        <ButtonLink to="/premium">Passer en Premium</ButtonLink>
      </Alert>
    )
  return null
}

function VisitorBox() {
  const here = cameFrom(useLocation())
  return (
    <Alert kind="info">
      <p>Connectez-vous ou créez un compte pour accéder aux sujets et aux corrections.</p>
      <Row>
        <ButtonLink to="/login" state={here}>
          Se connecter
        </ButtonLink>
        <ButtonLink to="/signup" state={here} variant="secondary">
          Créer compte
        </ButtonLink>
      </Row>
    </Alert>
  )
}
