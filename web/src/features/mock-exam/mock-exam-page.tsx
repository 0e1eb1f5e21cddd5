import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { paperPath, parseExamPath, subjectsPath, withoutSlash } from '#shared/catalogue/page-path.ts'
import { type SubjectKey, subjectId, subjectTitle } from '#shared/catalogue/subjects.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { api } from '#web/lib/api/api.ts'
import { refusalCodeOf } from '#web/lib/api/failure.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { getSubject } from '#web/lib/api/public-routes.ts'
import type { ViewerComponent } from '#web/lib/documents/open-document.ts'
import { AccountView } from '#web/ui/account-view.tsx'
import { Loadable, Skeleton } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { ExamPreparation } from './exam-preparation.tsx'
import styles from './mock-exam-page.module.css'
import { StudentExam } from './student-exam.tsx'

type MockExamPageProps = { track: TrackCode; Viewer: ViewerComponent }

/** Sits the paper of an address: the page before, during or after the examination. */
export const MockExamPage = withQueries(function MockExamPage({ track, Viewer }: MockExamPageProps) {
  const paper = parseExamPath(withoutSlash(useLocation().pathname))
  return paper ? <PaperExam paper={paper} Viewer={Viewer} /> : <Navigate to={subjectsPath(track)} replace />
})

function PaperExam({ paper, Viewer }: { paper: SubjectKey; Viewer: ViewerComponent }) {
  const subject = useQuery(api(getSubject).queryOptions({ params: { id: subjectId(paper) } }))
  // The paper's own page says that it does not exist.
  if (refusalCodeOf(subject.error) === 'NOT_FOUND') return <Navigate to={paperPath(paper)} replace />
  const title = subjectTitle(paper)
  return (
    <div data-track={paper.track}>
      <Page
        title="Examen blanc"
        documentTitle={`Examen blanc, ${title}`}
        eyebrow={
          <Link to={paperPath(paper)} className={styles.back}>
            <ArrowLeft size={18} aria-hidden="true" />
            {title}
          </Link>
        }
        intro="Le sujet en temps réel, comme le jour de l'examen, puis le corrigé pour vous noter."
        figure={null}
      >
        <Loadable
          of={subject}
          error="Une erreur est survenue lors du chargement du sujet"
          waiting={<Skeleton shape="rows" count={3} />}
        >
          {(details) => (
            <AccountView>
              {(access) =>
                access === 'visitor' ? (
                  <ExamPreparation subject={details} access={access} />
                ) : (
                  <StudentExam subject={details} access={access} Viewer={Viewer} />
                )
              }
            </AccountView>
          )}
        </Loadable>
      </Page>
    </div>
  )
}
