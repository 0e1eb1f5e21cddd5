import { Minus, Plus } from 'lucide-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { type Exercise, QUARTER } from '#shared/entities/exercise.ts'
import { detailOf } from '#web/lib/api/failure.ts'
import type { Sender } from '#web/lib/api/kept-data.ts'
import { useAuth } from '#web/lib/auth/auth-state.ts'
import { decimalText, pointsText } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/network.ts'
import { IconButton, RetryButton } from './button.tsx'
import styles from './points-field.module.css'

type PointsFieldProps = {
  exercise: Pick<Exercise, 'number' | 'points'>
  label: string
  /** Null while it is not marked. */
  earned: number | null
  onChange: (earned: number) => void
}

/** A slider from 0 to the exercise's points, with a button on each side for the quarter that a thumb does not hit. */
export function PointsField({ exercise: { number, points }, label, earned, onChange }: PointsFieldProps) {
  const id = useId()
  const value = earned ?? 0
  return (
    <>
      <p className={styles.name}>
        <label htmlFor={id} className={styles.title}>
          {label}
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
    </>
  )
}

export function SavedNote({ isUnsent, sender }: { isUnsent: boolean; sender: Sender }) {
  const hasNetwork = useOnline()
  const { status } = useAuth()
  // A server that has not answered yet is sent nothing.
  const isOnline = hasNetwork && status === 'signedIn'
  const failure = useSyncExternalStore(sender.onFailure, sender.failure, () => null)
  const [wasUnsent, setWasUnsent] = useState(isUnsent)
  if (isUnsent && !wasUnsent) setWasUnsent(true)
  return (
    <div role="status" className={styles.saved}>
      {isUnsent && !isOnline && (
        <p>Gardé sur cet appareil. Ce sera enregistré dans votre compte au retour du réseau.</p>
      )}
      {isUnsent && isOnline && failure && (
        <div>
          <p>{`L'enregistrement n'a pas réussi. Tout est gardé sur cet appareil. ${detailOf(failure, '')}`}</p>
          <RetryButton onClick={() => void sender.send()} />
        </div>
      )}
      {!isUnsent && wasUnsent && <p>Enregistré dans votre compte.</p>}
    </div>
  )
}
