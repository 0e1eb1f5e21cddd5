import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { type Access, useAccess } from '#web/lib/auth/auth-state.ts'
import {
  storedOfflineState,
  useOfflineLock,
  useOfflineState,
  weightText,
} from '#web/lib/offline/offline-state.ts'
import { PremiumLink, SignInLink } from '#web/ui/account-view.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card, Row } from '#web/ui/card.tsx'
import { EmptyState, PlaceholderCard } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { KeptDocuments } from './kept-list.tsx'

export const OfflinePage = withQueries(function OfflinePage() {
  return (
    <Page title="Hors ligne" width="text">
      <Content />
    </Page>
  )
})

function Content() {
  const access = useAccess()
  const isLocked = useOfflineLock()
  const state = useOfflineState()
  if (access === 'checking') return <PlaceholderCard />
  if (isLocked) return <Locked access={access} />
  if (access !== 'premium') return <NotYet isVisitor={access === 'visitor'} />
  if (state) return <KeptDocuments state={state} />
  return (
    <EmptyState more={<ButtonLink to="/sujets-bac">Choisir un sujet</ButtonLink>}>
      {withFrenchSpaces(
        "Rien n'est gardé sur cet appareil. Sur la page d'un sujet ou d'un chapitre, touchez « Garder hors ligne » : ses PDF s'ouvriront ici, même sans réseau.",
      )}
    </EmptyState>
  )
}

/** The documents are still there, for the same account, until the server has answered it. */
function Locked({ access }: { access: Access }) {
  const documents = storedOfflineState()?.documents ?? []
  return (
    <Card>
      <p>
        <strong>{weightText(documents)}</strong>
        <span>
          {documents.length > 1 ? ' sont gardés' : ' est gardé'} sur cet appareil.{' '}
          {access === 'visitor' ? 'Connectez-vous' : 'Connectez cet appareil à Internet un instant'} pour{' '}
          {documents.length > 1 ? 'les' : 'le'} rouvrir.
        </span>
      </p>
      {access === 'visitor' && (
        <div>
          <SignInLink />
        </div>
      )}
    </Card>
  )
}

function NotYet({ isVisitor }: { isVisitor: boolean }) {
  return (
    <Card>
      <p>
        Avec un compte Premium, gardez les énoncés et les corrigés sur votre téléphone&nbsp;: ils s'ouvrent
        sans réseau, et sans payer leur téléchargement deux fois.
      </p>
      <Row>
        {isVisitor && <SignInLink />}
        <PremiumLink />
      </Row>
    </Card>
  )
}
