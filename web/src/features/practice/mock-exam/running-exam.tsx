import { Clock, Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { subjectTitle } from '#shared/catalogue/subjects.ts'
import type { SubjectDetails } from '#shared/contract/subject-details.ts'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { forgetViewerEntry, type ViewerComponent } from '#web/lib/documents/open-document.ts'
import { hourText, minutesText } from '#web/lib/format.ts'
import { useTimeLeft } from '#web/lib/practice/exam-clock.ts'
import { keepResult } from '#web/lib/practice/kept-exams.ts'
import { examsSender } from '#web/lib/practice/send-exams.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card, classNames, Row } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialog-button.tsx'
import styles from './mock-exam.module.css'
import type { Sitting } from './sitting.ts'

type RunningExamProps = { sitting: Sitting; subject: SubjectDetails; Viewer: ViewerComponent }

/** The paper over the whole window with a clock; when it is closed, the page says that the examination goes on. */
export function RunningExam({ sitting, subject, Viewer }: RunningExamProps) {
  const { exam, endsAt } = sitting
  const account = useProfile()?.id ?? ''
  const [isOpen, setOpen] = useState(true)
  const [isAsking, setAsking] = useState(false)
  const [isHidden, setHidden] = useState(false)
  const { minutes, isNearEnd } = useTimeLeft(endsAt)
  // The notice is announced once, when the last minutes begin.
  const [wasLate] = useState(isNearEnd)
  const note = isNearEnd && !wasLate ? "Dernier quart d'heure" : ''
  useEffect(() => forgetViewerEntry, [])
  const end = () => {
    keepResult(account, exam, { marks: [] })
    void examsSender.send()
  }
  const tool = (
    <div className={styles.bar}>
      <p
        role="timer"
        aria-label="Temps restant"
        translate="no"
        className={classNames(styles.time, note && styles.late)}
      >
        <Clock size={18} aria-hidden="true" />
        <span className={classNames(isHidden && styles.hidden)}>
          {isHidden ? 'Temps masqué' : minutesText(minutes)}
        </span>
      </p>
      <IconButton
        label={isHidden ? 'Afficher le temps' : 'Masquer le temps'}
        Icon={isHidden ? Eye : EyeOff}
        onClick={() => setHidden(!isHidden)}
      />
      <p role="status" className={styles.note}>
        {note}
      </p>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Terminer
      </Button>
    </div>
  )
  return (
    <>
      <section aria-labelledby="epreuve" data-in-use>
        <Card>
          <StepHeading id="epreuve">Votre épreuve est en cours</StepHeading>
          <p className={styles.left}>
            <span translate="no">{minutesText(minutes)}</span>{' '}
            <span className={styles.until}>{`restantes, jusqu'à ${hourText(endsAt)}`}</span>
          </p>
          <p>Le temps continue même si cette page est fermée. Revenez à cette adresse pour continuer.</p>
          <Row>
            <Button onClick={() => setOpen(true)}>Reprendre le sujet</Button>
            <Button variant="secondary" onClick={() => setAsking(true)}>
              Terminer l'épreuve
            </Button>
          </Row>
        </Card>
      </section>
      {isOpen && (
        <Viewer
          request={{ id: subject.id, title: subjectTitle(subject), type: 'pdf', available: subject.hasFile }}
          tool={tool}
          onClose={() => setOpen(false)}
        />
      )}
      {isAsking && (
        <ConfirmDialog
          title="Terminer l'épreuve ?"
          confirm="Terminer"
          onConfirm={end}
          onClose={() => setAsking(false)}
        >
          <p>
            {`Il vous reste ${minutesText(minutes)}. Le corrigé s'ouvrira, et l'épreuve ne pourra pas être reprise.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

type StepHeadingProps = { id: string; isFirst?: boolean; children: ReactNode }

/** The heading of a part that has just replaced another: it scrolls into view and takes the focus, unless `isFirst`. */
export function StepHeading({ id, isFirst = false, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when it appears
  }, [])
  return (
    <h2 id={id} ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}
