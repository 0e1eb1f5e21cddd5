import { Clock, Square } from 'lucide-react'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { exerciseMinutes } from '#shared/domain/practice/exercise-scope.ts'
import { minutesText } from '#web/lib/format.ts'
import { useTimeLeft } from '#web/lib/practice/exam-clock.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useSettings } from '#web/lib/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import styles from './practice-bar.module.css'

type ExerciseClockProps = {
  track: TrackCode
  points: number
  /** An instant of the server's clock; null while no clock runs. */
  endsAt: number | null
  onChange: (endsAt: number | null) => void
}

/** Starts and stops a clock with the time that the points of an exercise deserve in the examination. */
export function ExerciseClock({ track, points, endsAt, onChange }: ExerciseClockProps) {
  const { mockExamMinutes } = useSettings()
  const minutes = exerciseMinutes({ points }, mockExamMinutes[track])
  return (
    <div>
      {endsAt === null ? (
        <Button variant="secondary" onClick={() => onChange(serverNow() + minutes * 60_000)}>
          <Clock size={18} aria-hidden="true" />
          <span>{`Lancer le chronomètre (${minutesText(minutes)})`}</span>
        </Button>
      ) : (
        <Button variant="secondary" onClick={() => onChange(null)}>
          <Square size={18} aria-hidden="true" />
          <span>Arrêter le chronomètre</span>
        </Button>
      )}
    </div>
  )
}

/** The minutes that are left; a screen reader hears when the time is up. */
export function TimeLeft({ endsAt }: { endsAt: number }) {
  const { minutes, isOver } = useTimeLeft(endsAt)
  return (
    <>
      <span
        role="timer"
        translate="no"
        aria-label="Temps restant"
        className={classNames(styles.under, isOver && styles.late)}
      >
        {isOver ? 'Temps écoulé' : minutesText(minutes)}
      </span>
      <span role="status" className="visually-hidden">
        {isOver && 'Le temps de cet exercice est écoulé.'}
      </span>
    </>
  )
}
