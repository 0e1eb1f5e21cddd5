import { ArrowRight } from 'lucide-react'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { NEWEST_SUBJECT_YEAR, OLDEST_SUBJECT_YEAR } from '#shared/catalogue/subjects.ts'
import { tracks } from '#shared/catalogue/tracks.ts'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card, CardGrid } from '#web/ui/card.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { OwnTrackList, useOwnTrackFirst } from '#web/ui/own-track.tsx'
import { FigurePanel, Page } from '#web/ui/page.tsx'
import styles from './exam-subjects-page.module.css'
import { PaperFigure } from './paper-figure.tsx'

/** Loaded apart from the page: only the owner's browser may know the form of a Drive address. */
const SubjectManagement = lazyComponent(
  async () => (await import('./subject-management.tsx')).SubjectManagement,
)

/** The exam subjects' landing page; the primary owner manages them here. */
export function ExamSubjectsPage() {
  const profile = useProfile()
  const shown = useOwnTrackFirst(tracks, ({ code }) => code)
  return (
    <Page
      title="Sujets du Bac"
      intro={`Choisissez votre filière pour retrouver les sujets de l'examen national, de ${OLDEST_SUBJECT_YEAR} à ${NEWEST_SUBJECT_YEAR}.`}
      figure={<PaperFigure />}
    >
      <OwnTrackList>
        <CardGrid fill>
          {shown.map(({ code, label }) => (
            <Card
              key={code}
              track={code}
              head={
                <FigurePanel className={styles.panel}>
                  <span aria-hidden="true" className={styles.code}>
                    {code}
                  </span>
                </FigurePanel>
              }
            >
              <h2>{label}</h2>
              <p>Sujets de physique-chimie, session normale et session de rattrapage.</p>
              <ButtonLink to={subjectsPath(code)} variant="secondary">
                Sujets {code}
                <ArrowRight size={18} aria-hidden="true" />
              </ButtonLink>
            </Card>
          ))}
        </CardGrid>
      </OwnTrackList>
      {profile?.isPrimaryOwner && (
        <LazyPart>
          <SubjectManagement />
        </LazyPart>
      )}
    </Page>
  )
}
