import { ChevronLeft, ChevronRight, ChevronUp, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type SubjectKey, type SubjectPart, subjectId, subjectTitle } from '#shared/catalogue/subjects.ts'
import { reviewOf } from '#shared/domain/practice/exercise-marks.ts'
import { nextReview } from '#shared/domain/practice/review-dates.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { Question } from '#web/features/viewer/document-tools.tsx'
import { PartButton } from '#web/features/viewer/exercise-bar.tsx'
import { decimalText, formatCalendarDay, pointsText } from '#web/lib/format.ts'
import { markOf, usePracticedPapers } from '#web/lib/practice/exercise-marks.ts'
import { exercisesSender, usePracticeChanges } from '#web/lib/practice/send-exercises.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import { useClosing } from '#web/ui/disclosure.ts'
import { PointsField, SavedNote } from '#web/ui/points-field.tsx'
import barStyles from '../viewer-toolbar.module.css'
import { ExerciseClock, TimeLeft, useExerciseClock } from './exercise-clock.tsx'
import { ExerciseHelp } from './exercise-help.tsx'
import { type Neighbour, useNeighbours } from './neighbours.ts'
import styles from './practice-bar.module.css'

type PracticeBarProps = {
  paper: SubjectKey
  part: SubjectPart
  parts: readonly SubjectPart[]
  exercises: readonly Exercise[]
  exercise: Exercise
  onPart: (part: SubjectPart) => void
  onNeighbour: (neighbour: Neighbour) => void
  onWhole: () => void
}

export function PracticeBar(props: PracticeBarProps) {
  const { paper, part, parts, exercises, exercise, onPart, onNeighbour, onWhole } = props
  const { number, title, points } = exercise
  const paperId = subjectId(paper)
  const { previous, next } = useNeighbours(paper, exercises, exercise)
  const earned = markOf(usePracticedPapers().ofPaper(paperId), number)?.earned ?? null
  const [isOpen, setOpen] = useState(false)
  const [endsAt, setEndsAt] = useExerciseClock(`${paperId}#${number}`)
  const area = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useClosing(area, isOpen, () => setOpen(false))
  useEffect(() => {
    if (isOpen) heading.current?.focus({ preventScroll: true })
  }, [isOpen])
  const isStatement = part === 'statement'
  const answers = parts.filter((each) => each !== 'statement')
  const other = isStatement ? answers[0] : 'statement'
  return (
    <nav aria-label="Entraînement" className={barStyles.bar}>
      <NeighbourButton direction="previous" neighbour={previous} onChoose={onNeighbour} />
      <div ref={area} className={styles.area}>
        <button
          type="button"
          className={classNames(barStyles.current, styles.main)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronUp size={20} aria-hidden="true" />
          <span>
            <span>{isStatement ? `Exercice ${number}` : 'Me noter'}</span>
            {isStatement && endsAt !== null && <TimeLeft endsAt={endsAt} />}
            {(!isStatement || endsAt === null) && earned !== null && (
              <span className={styles.under}>{`${decimalText(earned)} / ${decimalText(points)}`}</span>
            )}
          </span>
        </button>
        {/* It stays while it is closed, with what was typed and the hints that were asked for. */}
        <section
          aria-label={isStatement ? "Aides de l'exercice" : 'Mes points'}
          className={classNames(barStyles.list, styles.panel)}
          hidden={!isOpen}
        >
          <div className={styles.head}>
            <h3 ref={heading} tabIndex={-1} className={styles.title}>
              {withFrenchSpaces(`Exercice ${number} : ${title}`)}
            </h3>
            {isStatement && <p className={styles.soft}>{pointsText(points)}</p>}
          </div>
          {isStatement && (
            <>
              <ExerciseClock track={paper.track} points={points} endsAt={endsAt} onChange={setEndsAt} />
              <ExerciseHelp paper={paper} exercise={exercise} />
            </>
          )}
          {(!isStatement || answers.length === 0) && <ExerciseResult paperId={paperId} exercise={exercise} />}
          <Question
            about={{ documentId: paperId, exercise: number }}
            subject={`${subjectTitle(paper)} - Exercice ${number}`}
          >
            {(ask) => (
              <div>
                <Button variant="link" onClick={ask}>
                  Poser une question
                </Button>
              </div>
            )}
          </Question>
          {isStatement ? (
            <div>
              <Button variant="link" onClick={onWhole}>
                Voir tout le sujet
              </Button>
            </div>
          ) : (
            next && (
              <Button variant="secondary" onClick={() => onNeighbour(next)}>
                Exercice suivant
                <ChevronRight size={18} aria-hidden="true" />
              </Button>
            )
          )}
        </section>
      </div>
      {other && (
        <PartButton
          part={other}
          exercise={number}
          name={other === 'correction' ? 'Voir le corrigé' : undefined}
          onClick={() => onPart(other)}
        />
      )}
      <NeighbourButton direction="next" neighbour={next} onChoose={onNeighbour} />
    </nav>
  )
}

type NeighbourButtonProps = {
  direction: 'previous' | 'next'
  neighbour: Neighbour | null
  onChoose: (neighbour: Neighbour) => void
}

function NeighbourButton({ direction, neighbour, onChoose }: NeighbourButtonProps) {
  const Icon = direction === 'next' ? ChevronRight : ChevronLeft
  const label = direction === 'next' ? 'Exercice suivant' : 'Exercice précédent'
  return (
    <button
      type="button"
      className={classNames(barStyles.exercisePart, styles.neighbour)}
      aria-label={label}
      title={neighbour ? neighbour.title : label}
      disabled={neighbour === null}
      onClick={() => neighbour && onChoose(neighbour)}
    >
      <Icon size={22} aria-hidden="true" />
    </button>
  )
}

function ExerciseResult({ paperId, exercise }: { paperId: string; exercise: Exercise }) {
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
          Icon={RotateCcw}
          aria-pressed={marked?.redo ?? false}
          onClick={() => redo(exercise, !marked?.redo)}
        >
          À refaire
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
