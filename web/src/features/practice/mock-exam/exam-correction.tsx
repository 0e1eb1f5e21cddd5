import { ChartLine, ChevronDown, ChevronUp, CirclePlay, Eye, FileText, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { parseSubjectDocumentId, type SubjectPart, subjectId } from '#shared/catalogue/subjects.ts'
import type { SubjectDetails } from '#shared/contract/subject-details.ts'
import { changedMarks } from '#shared/domain/practice/score.ts'
import { MAX_NOTE_LENGTH } from '#shared/entities/practice.ts'
import { type Access, useProfile } from '#web/lib/auth/auth-state.ts'
import { OPEN_SHEET_MARK, type ViewerComponent, viewerEntry } from '#web/lib/documents/open-document.ts'
import { paperRequest, withOpenCorrection } from '#web/lib/documents/paper-request.ts'
import { decimalText, minutesText } from '#web/lib/format.ts'
import { formatMoroccanDay } from '#web/lib/moments.ts'
import { type ExamResult, keepResult } from '#web/lib/practice/kept-exams.ts'
import { examsSender } from '#web/lib/practice/send-exams.ts'
import { PremiumLink } from '#web/ui/account-view.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card, Row } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { PointsField, SavedNote } from '#web/ui/points-field.tsx'
import { Alert } from '#web/ui/status.tsx'
import styles from './mock-exam.module.css'
import { StepHeading } from './running-exam.tsx'
import { opensCorrection, type Sitting, scoreOf } from './sitting.ts'

type ExamCorrectionProps = {
  sitting: Sitting
  /** True when it ended on this page. */
  hasJustEnded: boolean
  /** True while the server does not know yet that it ended before its time, and keeps the correction closed. */
  isClosed: boolean
  subject: SubjectDetails
  access: Access
  Viewer: ViewerComponent
  onAgain: () => void
}

export function ExamCorrection(props: ExamCorrectionProps) {
  const { sitting, hasJustEnded, isClosed, subject, access, Viewer, onAgain } = props
  const { exam } = sitting
  const [shown, setShown] = useState(() => (hasJustEnded ? null : leftPart(subject.id)))
  return (
    <>
      <div className={styles.correctionColumns}>
        <section aria-labelledby="correction" className={styles.correctionSection}>
          <StepHeading id="correction" isFirst={!hasJustEnded}>
            Je me note
          </StepHeading>
          {hasJustEnded && (
            <Alert kind="success">
              L'épreuve est terminée. Prenez une pause, puis notez-vous avec le corrigé.
            </Alert>
          )}
          <Documents subject={subject} access={access} isClosed={isClosed} onShow={setShown} />
          {/* While a document is open, the marks stand beside it. */}
          {!shown && <ExamMarks sitting={sitting} />}
        </section>
        <section aria-labelledby="note" className={styles.box}>
          <Card>
            <h2 id="note">Ma note</h2>
            {exam.exercises.length > 0 && <Score sitting={sitting} />}
            <p className="soft">
              Passé le {formatMoroccanDay(exam.startedAt)}
              {exam.minutes !== null && `, en ${minutesText(exam.minutes)}`}.
            </p>
            <ButtonLink to="/mes-revisions" Icon={ChartLine}>
              Mes révisions
            </ButtonLink>
            <Button variant="secondary" onClick={onAgain} Icon={RotateCcw}>
              Repasser ce sujet
            </Button>
          </Card>
        </section>
      </div>
      {shown && (
        <Viewer
          request={(opensCorrection(subject, access) ? withOpenCorrection : paperRequest)(subject, shown)}
          onClose={() => setShown(null)}
          aside={<MarkSheet sitting={sitting} />}
        />
      )}
    </>
  )
}

/** Returns the document that was open when the page was reloaded. */
function leftPart(paper: string): SubjectPart | null {
  const left = parseSubjectDocumentId(viewerEntry()?.first ?? '')
  return left && subjectId(left.subject) === paper ? left.part : null
}

type DocumentsProps = {
  subject: SubjectDetails
  access: Access
  isClosed: boolean
  onShow: (part: SubjectPart) => void
}

function Documents({ subject, access, isClosed, onShow }: DocumentsProps) {
  const { hasCorrection, hasVideo } = subject
  if (isClosed)
    return (
      <p role="status" className="soft">
        Le corrigé s'ouvre dès que la fin de l'épreuve est enregistrée, au retour du réseau.
      </p>
    )
  const locked = lockedText(subject, access)
  return (
    <>
      {!hasCorrection && <p className="soft">Le corrigé écrit de ce sujet n'est pas encore disponible.</p>}
      <Row>
        {opensCorrection(subject, access) && (
          <Button onClick={() => onShow('correction')} Icon={Eye}>
            Voir le corrigé
          </Button>
        )}
        {access === 'premium' && hasVideo && (
          <Button variant="secondary" onClick={() => onShow('video')} Icon={CirclePlay}>
            Voir la vidéo
          </Button>
        )}
        <Button variant="secondary" onClick={() => onShow('statement')} Icon={FileText}>
          Revoir le sujet
        </Button>
        {locked && <PremiumLink />}
      </Row>
      {locked && <p className="soft">{locked}</p>}
    </>
  )
}

function lockedText(subject: SubjectDetails, access: Access): string | null {
  const { hasCorrection, hasVideo } = subject
  if (access === 'premium') return null
  if (hasCorrection && !opensCorrection(subject, access)) return 'Le corrigé est réservé aux comptes Premium.'
  return hasVideo ? 'La vidéo est réservée aux comptes Premium.' : null
}

/** The marks beside the document; in a narrow window under it, as a sheet that opens and closes. */
function MarkSheet({ sitting }: { sitting: Sitting }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <aside aria-label="Mes points" className={styles.sheet} {...(isOpen && { [OPEN_SHEET_MARK]: '' })}>
      <div className={styles.head}>
        <Score sitting={sitting} />
        <div className={styles.toggle}>
          <Button
            variant="secondary"
            Icon={isOpen ? ChevronDown : ChevronUp}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <span>{isOpen ? 'Replier' : 'Me noter'}</span>
          </Button>
        </div>
      </div>
      <div className={isOpen ? styles.open : styles.closed}>
        <ExamMarks sitting={sitting} />
      </div>
    </aside>
  )
}

function ExamMarks({ sitting }: { sitting: Sitting }) {
  const { exam, result } = sitting
  const { mark, write } = useResult(sitting)
  // The typed text and not the stored one, since the server trims what is still being written.
  const [note, setNote] = useState(result.note)
  return (
    <div className={styles.marks}>
      {exam.exercises.length > 0 ? (
        <ol className={styles.list}>
          {exam.exercises.map((exercise) => (
            <li key={exercise.number} className={styles.marksExercise}>
              <PointsField
                exercise={exercise}
                label={`${exercise.number}. ${exercise.title}`}
                earned={result.marks.find((each) => each.exercise === exercise.number)?.earned ?? null}
                onChange={(earned) => mark(exercise.number, earned)}
              />
            </li>
          ))}
        </ol>
      ) : (
        <p className="soft">
          Les exercices de ce sujet n'étaient pas encore détaillés&nbsp;: il n'y a pas de points à compter,
          mais votre épreuve est gardée.
        </p>
      )}
      <TextArea
        label="Note pour moi"
        hint="Ce que j'ai raté, ce que je veux revoir. Vous seul la lisez."
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={({ target }) => {
          setNote(target.value)
          write(target.value)
        }}
      />
      <SavedNote isUnsent={sitting.unsent !== null} sender={examsSender} />
    </div>
  )
}

function Score({ sitting }: { sitting: Sitting }) {
  const { exam, result } = sitting
  const score = scoreOf(sitting)
  const left = exam.exercises.length - result.marks.length
  return (
    <p className={styles.score}>
      <strong className={styles.value}>{score === null ? '–' : decimalText(score)}</strong> / 20
      {left > 0 && (
        <span className={styles.marksLeft}>
          {left === 1 ? 'encore 1 exercice à noter' : `encore ${left} exercices à noter`}
        </span>
      )}
    </p>
  )
}

/** Milliseconds in which several taps become one request. */
const SEND_DELAY_MS = 1_000

/** Keeps the student's marks and note in this browser at each change, and sends them a moment later. */
function useResult({ exam, unsent }: Sitting) {
  const account = useProfile()?.id ?? ''
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What a closed page has not sent goes with the next heartbeat of any page.
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (changed: Partial<ExamResult>) => {
    keepResult(account, exam, { marks: [], ...unsent, ...changed })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void examsSender.send(), SEND_DELAY_MS)
  }
  return {
    mark(exercise: number, earned: number): void {
      change({ marks: changedMarks(unsent?.marks ?? [], [{ exercise, earned }]) })
    },
    write: (note: string): void => change({ note }),
  }
}
