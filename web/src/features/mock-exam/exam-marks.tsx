import { Minus, Plus } from 'lucide-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { QUARTER } from '#shared/entities/exercise.ts'
import { type CountedExercise, MAX_NOTE_LENGTH } from '#shared/entities/practice.ts'
import { detailOf } from '#web/lib/api/failure.ts'
import { decimalText, pointsText } from '#web/lib/format/quantities.ts'
import { examsSender } from '#web/lib/practice/send-exams.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
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
            <ExerciseField
              key={exercise.number}
              exercise={exercise}
              earned={result.marks.find((each) => each.exercise === exercise.number)?.earned ?? null}
              onChange={(earned) => mark(exercise.number, earned)}
            />
          ))}
        </ol>
      ) : (
        <p className={styles.none}>
          Les exercices de ce sujet n'étaient pas encore détaillés&nbsp;: il n'y a pas de points à compter,
          mais votre épreuve est gardée.
        </p>
      )}
      <Field label="Note pour moi" hint="Ce que j'ai raté, ce que je veux revoir. Vous seul la lisez.">
        {(props) => (
          <textarea
            {...props}
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            onChange={({ target }) => {
              setNote(target.value)
              write(target.value)
            }}
          />
        )}
      </Field>
      <SavedNote isUnsent={sitting.isUnsent} />
    </div>
  )
}

type ExerciseFieldProps = {
  exercise: CountedExercise
  /** Null while it is not marked. */
  earned: number | null
  onChange: (earned: number) => void
}

/** A slider from 0 to the exercise's points, with a button on each side for the quarter that a thumb does not hit. */
function ExerciseField({ exercise, earned, onChange }: ExerciseFieldProps) {
  const { number, title, points } = exercise
  const id = useId()
  const value = earned ?? 0
  return (
    <li className={styles.exercise}>
      <p className={styles.name}>
        <label htmlFor={id} className={styles.title}>
          {number}. {title}
        </label>
        <span aria-hidden="true" className={styles.points}>
          <strong className={styles.earned}>{earned === null ? '–' : decimalText(earned)}</strong> /{' '}
          {decimalText(points)}
        </span>
      </p>
      <div className={styles.control}>
        <IconButton
          label={`Un quart de point de moins, exercice ${number}`}
          disabled={earned === 0}
          onClick={() => onChange(Math.max(0, value - QUARTER))}
        >
          <Minus size={20} aria-hidden="true" />
        </IconButton>
        <input
          id={id}
          className={styles.slider}
          type="range"
          min={0}
          max={points}
          step={QUARTER}
          value={value}
          aria-valuetext={
            earned === null
              ? `pas encore noté, sur ${pointsText(points)}`
              : `${decimalText(earned)} sur ${pointsText(points)}`
          }
          onChange={({ target }) => onChange(Number(target.value))}
        />
        <IconButton
          label={`Un quart de point de plus, exercice ${number}`}
          disabled={value === points}
          onClick={() => onChange(Math.min(points, value + QUARTER))}
        >
          <Plus size={20} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
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

/** Says whether the server has stored the input. */
function SavedNote({ isUnsent }: { isUnsent: boolean }) {
  const isOnline = useOnline()
  const failure = useSyncExternalStore(examsSender.onFailure, examsSender.failure, () => null)
  const [wasUnsent, setWasUnsent] = useState(isUnsent)
  if (isUnsent && !wasUnsent) setWasUnsent(true)
  return (
    <div role="status" className={styles.saved}>
      {isUnsent && !isOnline && (
        <p>Gardé sur cet appareil. Ce sera enregistré dans votre compte au retour du réseau.</p>
      )}
      {isUnsent && isOnline && failure && (
        <div>
          <p>L'enregistrement n'a pas réussi. Tout est gardé sur cet appareil. {detailOf(failure, '')}</p>
          <Button variant="secondary" onClick={() => void examsSender.send()}>
            Réessayer
          </Button>
        </div>
      )}
      {!isUnsent && wasUnsent && <p>Enregistré dans votre compte.</p>}
    </div>
  )
}
