import { Clock, Square } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { exerciseMinutes } from '#shared/domain/practice/exercise-scope.ts'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { exerciseClocksText } from '#web/lib/browser-storage.ts'
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

export function ExerciseClock({ track, points, endsAt, onChange }: ExerciseClockProps) {
  const { mockExamMinutes } = useSettings()
  const minutes = exerciseMinutes({ points }, mockExamMinutes[track])
  const isOff = endsAt === null
  const change = () => onChange(isOff ? serverNow() + minutes * 60_000 : null)
  return (
    <div>
      <Button variant="secondary" Icon={isOff ? Clock : Square} onClick={change}>
        <span>{isOff ? `Lancer le chronomètre (${minutesText(minutes)})` : 'Arrêter le chronomètre'}</span>
      </Button>
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

/** Milliseconds after its end in which a clock is shown. */
const KEPT_MS = 24 * 60 * 60_000

/** The ends of clocks by exercise, as instants of the server's clock. */
const Kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ account: v.string(), ends: v.record(v.string(), v.number()) }),
)

/**
 * Returns the end of the clock that runs for an exercise, and the function that changes it. The device keeps it, so that
 * closing the viewer or the page stops none. Clocks that ended long ago are hidden, not removed: until the server has
 * answered, the device's clock may be wrong.
 */
export function useExerciseClock(exercise: string) {
  const account = useProfile()?.id ?? ''
  const text = useSyncExternalStore(exerciseClocksText.onChange, exerciseClocksText.read, () => null)
  const change = (end: number | null) => {
    const { [exercise]: _, ...others } = endsOf(account, exerciseClocksText.read())
    const ends = end === null ? others : { ...others, [exercise]: end }
    exerciseClocksText.write(Object.keys(ends).length > 0 ? JSON.stringify({ account, ends }) : null)
  }
  const end = endsOf(account, text)[exercise]
  return [end !== undefined && end > serverNow() - KEPT_MS ? end : null, change] as const
}

function endsOf(account: string, text: string | null): Partial<Record<string, number>> {
  const kept = v.safeParse(Kept, text)
  return kept.success && kept.output.account === account ? kept.output.ends : {}
}
