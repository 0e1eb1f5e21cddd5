import { RotateCcw } from 'lucide-react'
import { reviewOf } from '#shared/domain/practice/exercise-marks.ts'
import { nextReview } from '#shared/domain/practice/review-dates.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { markOf, usePracticedPapers } from '#web/lib/practice/exercise-marks.ts'
import { exercisesSender, usePracticeChanges } from '#web/lib/practice/send-exercises.ts'
import { Button } from '#web/ui/button.tsx'
import { PointsField, SavedNote } from '#web/ui/points-field.tsx'
import styles from './practice-bar.module.css'

/** The student's points for an exercise, and whether they want to do it again. */
export function ExerciseResult({ paperId, exercise }: { paperId: string; exercise: Exercise }) {
  const { ofPaper, isUnsent } = usePracticedPapers()
  const { mark, redo } = usePracticeChanges(paperId)
  const marked = markOf(ofPaper(paperId), exercise.number)
  const review = marked && reviewOf(marked)
  const day = review && nextReview(review)
  return (
    <div>
      <PointsField
        exercise={exercise}
        label="Mes points"
        earned={marked?.earned ?? null}
        onChange={(earned) => mark(exercise, earned)}
      />
      <div className={styles.redo}>
        <Button
          variant="secondary"
          aria-pressed={marked?.redo ?? false}
          onClick={() => redo(exercise, !marked?.redo)}
        >
          <RotateCcw size={18} aria-hidden="true" />À refaire
        </Button>
        {day && <p className={styles.soft}>le {formatCalendarDay(day)}</p>}
        {typeof marked?.earned === 'number' && (
          <Button variant="link" onClick={() => mark(exercise, null)}>
            Effacer mes points
          </Button>
        )}
      </div>
      <SavedNote isUnsent={isUnsent(paperId)} sender={exercisesSender} />
    </div>
  )
}
