import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useCallback, useState } from 'react'
import { useParams } from 'react-router-dom'
import { paperPath } from '#shared/catalogue/page-path.ts'
import {
  exercisePartLabels,
  parseSubjectId,
  subjectDocumentId,
  subjectTitle,
} from '#shared/catalogue/subjects.ts'
import { getExercises } from '#shared/contract/admin/subjects.ts'
import { api } from '#web/lib/api/api.ts'
import { refusalCodeOf } from '#web/lib/api/failure.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useAuth } from '#web/lib/auth/auth-state.ts'
import { AccessRefused } from '#web/ui/access-refused.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Row } from '#web/ui/card.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/status.tsx'
import type { ShownPage } from './exercise-row.tsx'
import styles from './exercises.module.css'
import { ExercisesForm, type PaperExercises } from './exercises-form.tsx'

/** The pages of a document; the app provides them, since they belong to the viewer. */
type ExercisesPageProps = { DocumentPanel: ComponentType<{ id: string; onPage: (page: number) => void }> }

export const ExercisesPage = withQueries(function ExercisesPage({ DocumentPanel }: ExercisesPageProps) {
  const auth = useAuth()
  const { id = '' } = useParams()
  const key = parseSubjectId(id)
  if (auth.status === 'loading' || auth.status === 'remembered') return <Spinner />
  if (auth.status !== 'signedIn' || !auth.profile.isAdmin) return <AccessRefused />
  if (!key) return <UnknownPaper />
  return (
    <Page
      title={`Exercices\u00a0: ${subjectTitle(key)}`}
      eyebrow={
        <Breadcrumbs
          parents={[
            { to: '/sujets-bac', name: 'Sujets du Bac' },
            { to: paperPath(key), name: subjectTitle(key) },
          ]}
          current="Exercices"
        />
      }
    >
      <LoadedPaper key={id} id={id} DocumentPanel={DocumentPanel} />
    </Page>
  )
})

function LoadedPaper({ id, DocumentPanel }: ExercisesPageProps & { id: string }) {
  const paper = useQuery(api(getExercises).queryOptions({ params: { id } }))
  if (refusalCodeOf(paper.error) === 'NOT_FOUND') return <p>Ce sujet n'existe pas, ou il a été supprimé.</p>
  return (
    <Loadable of={paper} error="Une erreur est survenue lors du chargement des exercices">
      {(loaded) => <Workplace paper={loaded} DocumentPanel={DocumentPanel} />}
    </Loadable>
  )
}

function Workplace({ paper, DocumentPanel }: ExercisesPageProps & { paper: PaperExercises }) {
  const [part, setPart] = useState<ShownPage['part']>('statement')
  const [shown, setShown] = useState<ShownPage | null>(null)
  const onPage = useCallback((page: number) => setShown({ part, page }), [part])
  const show = (next: ShownPage['part']) => {
    setPart(next)
    // The shown page is unknown until the other document is loaded.
    if (next !== part) setShown(null)
  }
  const documentId = subjectDocumentId(paper, part)
  return (
    <div className={styles.workplace}>
      <section aria-label="Pages du sujet" className={styles.pages}>
        {paper.hasCorrection && (
          <Row>
            {(['statement', 'correction'] as const).map((each) => (
              <Button
                key={each}
                variant={each === part ? 'primary' : 'secondary'}
                aria-pressed={each === part}
                onClick={() => show(each)}
              >
                {exercisePartLabels[each]}
              </Button>
            ))}
          </Row>
        )}
        <div className={styles.panel}>
          <LazyPart>
            <DocumentPanel key={documentId} id={documentId} onPage={onPage} />
          </LazyPart>
        </div>
      </section>
      <ExercisesForm paper={paper} shown={shown} />
    </div>
  )
}

function UnknownPaper() {
  return (
    <Page title="Sujet introuvable" width="text">
      <p>Ce sujet n'existe pas.</p>
      <div>
        <ButtonLink to="/sujets-bac">Voir tous les sujets</ButtonLink>
      </div>
    </Page>
  )
}
