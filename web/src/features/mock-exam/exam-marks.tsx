import { useState } from 'react'
import { MAX_NOTE_LENGTH } from '#shared/entities/practice.ts'
import { decimalText } from '#web/lib/format/quantities.ts'
import { examsSender } from '#web/lib/practice/send-exams.ts'
import { TextArea } from '#web/ui/field.tsx'
import { PointsField } from '#web/ui/points-field.tsx'
import { SavedNote } from '#web/ui/saved-note.tsx'
import styles from './exam-marks.module.css'
import { type Sitting, scoreOf } from './sitting.ts'
import { useResult } from './use-result.ts'

/** Takes the points of each exercise, in quarters, and a note. */
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
            <li key={exercise.number} className={styles.exercise}>
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
        <p className={styles.none}>
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
        <span className={styles.left}>
          {left === 1 ? 'encore 1 exercice à noter' : `encore ${left} exercices à noter`}
        </span>
      )}
    </p>
  )
}
