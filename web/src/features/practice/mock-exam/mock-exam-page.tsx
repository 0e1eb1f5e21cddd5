import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { paperPath, parseExamPath, subjectsPath, withoutSlash } from '#shared/catalogue/page-path.ts'
import { type SubjectKey, subjectId, subjectTitle } from '#shared/catalogue/subjects.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { listPractice } from '#shared/contract/practice.ts'
import type { SubjectDetails } from '#shared/contract/subject-details.ts'
import { api, getSubject } from '#web/lib/api/api.ts'
import { refusalCodeOf } from '#web/lib/api/failure.ts'
import { useKeptAnswer } from '#web/lib/api/kept-data.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { type Access, useProfile } from '#web/lib/auth/auth-state.ts'
import { keptExamsText } from '#web/lib/browser-storage.ts'
import { useViewerWhileIdle, type ViewerComponent } from '#web/lib/documents/open-document.ts'
import { useTimeLeft } from '#web/lib/practice/exam-clock.ts'
import { keepRunning, keptExams } from '#web/lib/practice/kept-exams.ts'
import { renewExams } from '#web/lib/practice/send-exams.ts'
import { AccountView } from '#web/ui/account-view.tsx'
import { Loadable, Skeleton } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { ExamCorrection } from './exam-correction.tsx'
import { ExamPreparation } from './exam-preparation.tsx'
import styles from './mock-exam.module.css'
import { RunningExam } from './running-exam.tsx'
import { findSitting, type Sitting } from './sitting.ts'

type MockExamPageProps = { track: TrackCode; Viewer: ViewerComponent }

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

type StudentExamProps = { subject: SubjectDetails; access: Access; Viewer: ViewerComponent }

function StudentExam(props: StudentExamProps) {
  const { subject, access } = props
  useViewerWhileIdle(access)
  const account = useProfile()?.id ?? ''
  const practice = useKeptAnswer(listPractice, {})
  const { data, dataUpdatedAt } = practice
  const text = useSyncExternalStore(keptExamsText.onChange, keptExamsText.read, () => null)
  const kept = useMemo(() => keptExams(account, text), [account, text])
  useLayoutEffect(() => {
    // An answer that was kept from an earlier visit may name an examination that has ended since.
    if (data && dataUpdatedAt > 0) keepRunning(account, data)
  }, [account, data, dataUpdatedAt])
  const [isAgain, setAgain] = useState(false)

  const sitting = findSitting(subject.id, kept, data?.items ?? [])
  if (sitting && !isAgain)
    return <CurrentExam {...props} key={sitting.exam.id} sitting={sitting} onAgain={() => setAgain(true)} />
  const other = kept.find(({ exam, unsent }) => unsent === null && exam.subjectId !== subject.id)?.exam
  return (
    <Loadable
      of={practice}
      error="Vos examens blancs n'ont pas pu être chargés"
      waiting={<Skeleton shape="rows" count={3} />}
    >
      {() => <ExamPreparation {...{ subject, access, other, account }} onStart={() => setAgain(false)} />}
    </Loadable>
  )
}

function CurrentExam({ sitting, ...rest }: StudentExamProps & { sitting: Sitting; onAgain: () => void }) {
  const { isOver } = useTimeLeft(sitting.endsAt)
  const isRunning = !sitting.isFinished && !isOver
  const [wasRunning] = useState(isRunning)
  const isTimeUp = isOver && wasRunning && !sitting.isFinished
  useLayoutEffect(() => {
    // From now on the server answers that it has ended.
    if (isTimeUp) void renewExams()
  }, [isTimeUp])
  return isRunning ? (
    <RunningExam sitting={sitting} {...rest} />
  ) : (
    <ExamCorrection
      sitting={sitting}
      hasJustEnded={wasRunning}
      isClosed={sitting.exam.finishedAt === null && !isOver}
      {...rest}
    />
  )
}
