import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useRef } from 'react'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { listPractice, type MockExamView } from '#shared/contract/practice.ts'
import { chaptersToWorkOn, isSat, pointsByChapter, scoresByDay } from '#shared/domain/practice/score.ts'
import { api, listSubjects } from '#web/lib/api/api.ts'
import { useKeptAnswer } from '#web/lib/api/kept-data.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useAccountPending, useProfile } from '#web/lib/auth/auth-state.ts'
import { decimalText, formatCalendarDay } from '#web/lib/format.ts'
import { waitText } from '#web/lib/home-content.ts'
import { SignInLink } from '#web/ui/account-view.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, Loadable, Placeholder, PlaceholderCard } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { TrackField } from '#web/ui/track-field.tsx'
import { ChapterLosses, WorkOnChapters } from './chapter-points.tsx'
import { DueDocuments, useDueDocuments } from './due-documents.tsx'
import { ExamScores, scoredExams } from './exam-scores.tsx'
import styles from './revisions.module.css'
import { type OwnWork, useNextExam, useStudentPlan, useStudentWork } from './student-plan.ts'
import { WeeklyPlan } from './weekly-plan.tsx'

/** More would cost many requests at once. */
const LIMITS = { shown: 12, lookedUp: 12 }

export const RevisionsPage = withQueries(function RevisionsPage() {
  const isSignedIn = useProfile() !== null
  const isPending = useAccountPending()
  return (
    <Page title="Mes révisions">
      {isSignedIn ? (
        <Practice />
      ) : (
        <Card>
          {isPending ? (
            <Placeholder lines={4} />
          ) : (
            <>
              <p>Connectez-vous pour suivre vos révisions&nbsp;: examens blancs, points perdus, programme.</p>
              <div>
                <SignInLink />
              </div>
            </>
          )}
        </Card>
      )}
    </Page>
  )
})

function Practice() {
  const practice = useKeptAnswer(listPractice, {})
  return (
    <>
      <Loadable
        of={practice}
        error="Vos examens blancs n'ont pas pu être chargés."
        waiting={<PlaceholderCard lines={8} />}
      >
        {({ items }) => <Revisions exams={items} />}
      </Loadable>
      {/* The device may keep the marks, which other pages also read. */}
      {practice.isLoadingError && <DueToday />}
    </>
  )
}

function Revisions({ exams }: { exams: readonly MockExamView[] }) {
  const { track, choose, work } = useStudentWork(exams)
  return (
    <div className={styles.page} data-track={track ?? undefined}>
      <div className={styles.tools}>
        <TrackField track={track} onChoose={choose} />
        {track !== null && (
          <Button variant="secondary" onClick={() => window.print()} Icon={Printer}>
            Imprimer
          </Button>
        )}
      </div>
      {track === null ? (
        <EmptyState>Choisissez votre filière&nbsp;: votre programme s'affiche ici.</EmptyState>
      ) : (
        <Facts exams={work.exams} />
      )}
      <DueToday />
      {track !== null && <TrackPractice track={track} work={work} />}
    </div>
  )
}

function Facts({ exams }: { exams: readonly MockExamView[] }) {
  const next = useNextExam()
  const sat = exams.filter(isSat).length
  const scores = scoredExams(exams).map(({ score }) => score)
  const facts = [
    next
      ? { term: `${next.label}, ${formatCalendarDay(next.date)}`, value: waitText(next.days) }
      : { term: 'Les prochaines dates seront annoncées ici', value: 'Examen national' },
    { term: sat > 1 ? 'examens blancs passés' : 'examen blanc passé', value: String(sat) },
    { term: 'dernière note sur 20', value: scores[0] === undefined ? '–' : decimalText(scores[0]) },
    { term: 'meilleure note sur 20', value: scores.length === 0 ? '–' : decimalText(Math.max(...scores)) },
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(({ term, value }) => (
        <div key={term} className={styles.fact}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function DueToday() {
  const section = useRef<HTMLElement>(null)
  const due = useDueDocuments(LIMITS)
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="a-revoir" className={styles.section}>
      <h2 id="a-revoir">À revoir aujourd'hui</h2>
      <DueDocuments due={due} onSeen={() => section.current?.focus()} />
    </section>
  )
}

function TrackPractice({ track, work }: { track: TrackCode; work: OwnWork }) {
  const { exams, practiced } = work
  const days = scoresByDay(practiced)
  // The server's rule applies to one track only: in another track the same number is another chapter.
  const points = pointsByChapter(exams, practiced)
  const priorities = chaptersToWorkOn(points)
  return (
    <>
      {exams.length === 0 && days.length === 0 ? (
        <EmptyState more={<ButtonLink to={subjectsPath(track)}>Choisir un sujet</ButtonLink>}>
          Passez un premier examen blanc ou notez un premier exercice&nbsp;: vos notes, vos points perdus et
          les chapitres à travailler s'affichent ici.
        </EmptyState>
      ) : (
        <div className={styles.pictures}>
          <ExamScores exams={exams} days={days} />
          {points.length > 0 && <ChapterLosses track={track} points={points} />}
        </div>
      )}
      {priorities.length > 0 && <WorkOnChapters track={track} points={priorities} />}
      <Plan track={track} work={work} />
    </>
  )
}

function Plan({ track, work }: { track: TrackCode; work: OwnWork }) {
  const subjects = useQuery(api(listSubjects).queryOptions({ query: { track } }))
  const plan = useStudentPlan(track, work, subjects.data?.items ?? null)
  if (!useNextExam()) return null
  return (
    <Loadable of={subjects} error="Votre programme n'a pas pu être chargé." waiting={null}>
      {({ items }) => plan && <WeeklyPlan track={track} plan={plan} papers={items} />}
    </Loadable>
  )
}
