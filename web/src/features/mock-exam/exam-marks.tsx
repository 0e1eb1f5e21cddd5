import { useEffect, useRef, useState } from 'react'
import { MAX_NOTE_LENGTH } from '#shared/entities/practice.ts'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { decimalText } from '#web/lib/format/quantities.ts'
import { type ExamResult, keepResult } from '#web/lib/practice/kept-exams.ts'
import { examsSender } from '#web/lib/practice/send-exams.ts'
import { TextArea } from '#web/ui/field.tsx'
import { PointsField } from '#web/ui/points-field.tsx'
import { SavedNote } from '#web/ui/saved-note.tsx'
import styles from './mock-exam.module.css'
import { type Sitting, scoreOf } from './sitting.ts'

export function ExamMarks({ sitting }: { sitting: Sitting }) {
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
      <SavedNote isUnsent={sitting.isUnsent} sender={examsSender} />
    </div>
  )
}

/** Shows '12,5 / 20', and how many exercises are marked while some are not. */
export function Score({ sitting }: { sitting: Sitting }) {
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
function useResult({ exam, result }: Sitting) {
  const account = useProfile()?.id ?? ''
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What a closed page has not sent goes with the next heartbeat of any page.
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (changed: Partial<ExamResult>) => {
    keepResult(account, exam, { ...result, ...changed })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void examsSender.send(), SEND_DELAY_MS)
  }
  return {
    mark(exercise: number, earned: number): void {
      const others = result.marks.filter((each) => each.exercise !== exercise)
      change({ marks: [...others, { exercise, earned }] })
    },
    write: (note: string): void => change({ note }),
  }
}
