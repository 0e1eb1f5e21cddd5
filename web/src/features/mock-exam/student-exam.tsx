import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { listPractice } from '#shared/contract/practice.ts'
import type { SubjectDetails } from '#shared/entities/subject-details.ts'
import { useKeptAnswer } from '#web/lib/api/kept-answer.ts'
import { type Access, useProfile } from '#web/lib/auth/use-auth.ts'
import { useViewerWhileIdle, type ViewerComponent } from '#web/lib/documents/open-document.ts'
import { keptExamsText } from '#web/lib/kept-text.ts'
import { useTimeLeft } from '#web/lib/practice/exam-clock.ts'
import { keepRunning, keptExams } from '#web/lib/practice/kept-exams.ts'
import { renewExams } from '#web/lib/practice/send-exams.ts'
import { Loadable, Skeleton } from '#web/ui/loadable.tsx'
import { ExamCorrection } from './exam-correction.tsx'
import { ExamPreparation } from './exam-preparation.tsx'
import { RunningExam } from './running-exam.tsx'
import { findSitting, type Sitting } from './sitting.ts'

type StudentExamProps = { subject: SubjectDetails; access: Access; Viewer: ViewerComponent }

/** Shows the account's newest examination of a paper, or its preparation. */
export function StudentExam({ subject, access, Viewer }: StudentExamProps) {
  useViewerWhileIdle(access)
  const account = useProfile()?.id ?? ''
  const practice = useKeptAnswer(listPractice, {})
  const { data, dataUpdatedAt } = practice
  const text = useSyncExternalStore(keptExamsText.onChange, keptExamsText.read, () => null)
  const kept = useMemo(() => keptExams(account, text), [account, text])
  useLayoutEffect(() => {
    // An answer that was kept from an earlier visit does not tell the server's present time.
    if (data && dataUpdatedAt > 0)
      keepRunning(account, { now: data.now, items: data.items, receivedAt: dataUpdatedAt })
  }, [account, data, dataUpdatedAt])
  const [isAgain, setAgain] = useState(false)

  const sitting = findSitting(subject.id, kept, data?.items ?? [])
  if (sitting && !isAgain)
    return (
      <CurrentExam
        key={sitting.exam.id}
        sitting={sitting}
        subject={subject}
        access={access}
        Viewer={Viewer}
        onAgain={() => setAgain(true)}
      />
    )
  const other = kept.find(({ exam, unsent }) => unsent === null && exam.subjectId !== subject.id)?.exam
  return (
    <Loadable
      of={practice}
      error="Vos examens blancs n'ont pas pu être chargés"
      waiting={<Skeleton shape="rows" count={3} />}
    >
      {() => (
        <ExamPreparation
          subject={subject}
          access={access}
          other={other}
          account={account}
          onStart={() => setAgain(false)}
        />
      )}
    </Loadable>
  )
}

type CurrentExamProps = StudentExamProps & { sitting: Sitting; onAgain: () => void }

function CurrentExam({ sitting, ...rest }: CurrentExamProps) {
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
