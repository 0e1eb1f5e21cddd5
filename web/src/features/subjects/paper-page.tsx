import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import { Link, type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import {
  chapterPath,
  examPath,
  parsePaperPath,
  subjectsPath,
  withoutSlash,
} from '#shared/catalogue/page-path.ts'
import { type SubjectKey, subjectId, subjectTitle } from '#shared/catalogue/subjects.ts'
import { chapterTitle, findTrack, type TrackCode } from '#shared/catalogue/tracks.ts'
import type { SubjectDetails } from '#shared/contract/subject-details.ts'
import { api, getSubject, listSubjects } from '#web/lib/api/api.ts'
import { refusalCodeOf } from '#web/lib/api/failure.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useAccess } from '#web/lib/auth/auth-state.ts'
import { useOpenDocument } from '#web/lib/documents/open-document.ts'
import { paperRequest } from '#web/lib/documents/paper-request.ts'
import { pointsText } from '#web/lib/format.ts'
import { AccountView } from '#web/ui/account-view.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loadable, Skeleton, useDeferredAnswer } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { PaperDocuments } from './paper-documents.tsx'
import { PaperFigure } from './paper-figure.tsx'
import styles from './paper-page.module.css'
import { paperTitle, sessionText } from './paper-texts.ts'
import { RelatedPages } from './related-pages.tsx'

export const PaperPage = withQueries(function PaperPage({ track }: { track: TrackCode }) {
  const paper = parsePaperPath(withoutSlash(useLocation().pathname))
  return paper ? <Paper paper={paper} /> : <MissingPaper track={track} />
})

function Paper({ paper }: { paper: SubjectKey }) {
  const subject = useDeferredAnswer(useSubject(paper))
  useOpenedExercise(subject.data, useAccess() === 'checking')
  const { track, year } = paper
  if (refusalCodeOf(subject.error) === 'NOT_FOUND') return <MissingPaper track={track} />
  const { label } = findTrack(track)
  const title = subjectTitle(paper)
  return (
    <div data-track={track}>
      <Page
        title={title}
        documentTitle={subject.data && paperTitle(subject.data)}
        eyebrow={
          <Breadcrumbs
            parents={[
              { to: '/sujets-bac', name: 'Sujets du Bac' },
              { to: subjectsPath(track), name: `Sujets ${label}` },
            ]}
            current={`${year}, ${sessionText(paper)}`}
          />
        }
        intro={`L'épreuve de physique-chimie de l'examen national ${year}, ${sessionText(paper)}, pour la filière ${label}.`}
        figure={<PaperFigure />}
      >
        <Loadable
          of={subject}
          error="Une erreur est survenue lors du chargement du sujet"
          waiting={<Skeleton shape="rows" count={3} />}
        >
          {(details) => (
            <>
              <AccountView>{(access) => <PaperDocuments subject={details} access={access} />}</AccountView>
              {details.hasFile && <ExamInvitation paper={paper} />}
              <Exercises subject={details} />
            </>
          )}
        </Loadable>
        <RelatedPages paper={paper} />
      </Page>
    </div>
  )
}

/** Returns the paper; where its track's table was loaded before, the table's row is shown at once. */
function useSubject(paper: SubjectKey) {
  const client = useQueryClient()
  const id = subjectId(paper)
  const table = api(listSubjects).queryOptions({ query: { track: paper.track } })
  return useQuery({
    ...api(getSubject).queryOptions({ params: { id } }),
    placeholderData: () => {
      const listed = client.getQueryData(table.queryKey)?.items.find((item) => item.id === id)
      return listed && { ...listed, exercises: [] }
    },
  })
}

function ExamInvitation({ paper }: { paper: SubjectKey }) {
  return (
    <section aria-labelledby="examen" className={styles.exam}>
      <div className={styles.examText}>
        <h2 id="examen">Examen blanc</h2>
        <p>Passez ce sujet en temps réel, puis notez-vous avec le corrigé.</p>
      </div>
      <ButtonLink to={examPath(paper)} variant="secondary">
        Préparer l'épreuve
        <ArrowRight size={18} aria-hidden="true" />
      </ButtonLink>
    </section>
  )
}

/**
 * Opens the statement at the exercise that the address names, or at its page where the owner has not entered it; again
 * for each link to it.
 */
function useOpenedExercise(subject: SubjectDetails | undefined, isPending: boolean): void {
  const openDocument = useOpenDocument()
  const { search, key, state } = useLocation() as Location<{ isVisit?: boolean } | null>
  const navigation = useNavigationType()
  const asked = new URLSearchParams(search)
  const number = asked.get('exercice')
  const page = Number(asked.get('page'))
  const exercise = isPending ? undefined : subject?.exercises.find((each) => `${each.number}` === number)
  const isThere = exercise !== undefined || (!isPending && page > 0)
  useEffect(() => {
    if (!subject || !isThere) return
    openDocument({
      ...paperRequest(subject, 'statement'),
      ...(exercise ? { page: exercise.page, exercise: exercise.number, isPractice: true } : { page }),
      isVisit: navigation === NavigationType.Push || state?.isVisit === true,
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each entry of the browser's history
  }, [isThere, key])
}

function Exercises({ subject: { track, exercises } }: { subject: SubjectDetails }) {
  if (exercises.length === 0) return null
  return (
    <section aria-labelledby="exercices" className={styles.exercises}>
      <h2 id="exercices">Exercices</h2>
      <ol className={styles.list}>
        {exercises.map(({ number, title, points, chapters }) => (
          <li key={number} className={styles.exercise}>
            <span aria-hidden="true" className={styles.number}>
              {number}
            </span>
            <div>
              <h3>
                <Link to={`?exercice=${number}`} className={styles.open}>
                  {title}
                </Link>
              </h3>
              <p className="note">{pointsText(points)}</p>
              <ul className={styles.chapters}>
                {chapters.map(({ theme, chapter }) => (
                  <li key={theme + chapter}>
                    <Link to={chapterPath(track, theme, chapter)} className={styles.open}>
                      {chapterTitle(track, theme, chapter)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function MissingPaper({ track }: { track: TrackCode }) {
  const { label } = findTrack(track)
  return (
    <Page title="Sujet introuvable" width="text">
      <p>Ce sujet n'existe pas, ou il n'est pas encore publié.</p>
      <div>
        <ButtonLink to={subjectsPath(track)}>{`Voir tous les sujets ${label}`}</ButtonLink>
      </div>
    </Page>
  )
}
