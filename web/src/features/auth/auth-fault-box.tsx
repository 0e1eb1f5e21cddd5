import { type ReactNode, useEffect, useState } from 'react'
import { useSettings } from '#web/lib/settings.ts'
import { Alert } from '#web/ui/alert.tsx'
import styles from './auth-fault-box.module.css'
import type { AuthFault } from './auth-texts.ts'

type AuthFaultBoxProps = {
  fault: AuthFault
  /** True when the form was already refused for the same reason. */
  isRepeated?: boolean
}

/**
 * Shows an error of a form; where the account's session cannot be claimed, with advice, and with the time to wait where
 * it is known.
 */
export function AuthFaultBox({ fault, isRepeated = false }: AuthFaultBoxProps) {
  return (
    <Alert kind="error">
      <p>{fault.text}</p>
      {/* A blocked account gets the same sentence, although a new password would not help it. */}
      {fault.kind === 'wrongCredentials' && isRepeated && (
        <p>
          Toujours refusé ? <ContactUs />
        </p>
      )}
      {fault.kind === 'sessionTaken' && <SessionHelp secondsLeft={fault.secondsLeft} />}
      {fault.kind === 'deviceChangesExceeded' && <DeviceChangesHelp secondsLeft={fault.secondsLeft} />}
      {fault.kind === 'tooManyAttempts' && fault.secondsLeft !== null && (
        <Countdown from={fault.secondsLeft}>{(left) => `Vous pourrez réessayer dans ${left} s.`}</Countdown>
      )}
    </Alert>
  )
}

function SessionHelp({ secondsLeft }: { secondsLeft: number | null }) {
  return (
    <div className={styles.help}>
      <ul>
        <li>Déconnectez-vous de la session active sur l'autre appareil.</li>
        <li>Utilisez toujours le bouton 'Se déconnecter' avant de fermer le site.</li>
        <li>Si le problème persiste, contactez un administrateur.</li>
      </ul>
      {secondsLeft !== null && (
        <Countdown from={secondsLeft}>
          {(left) => `Si l'autre appareil n'est plus utilisé, vous pourrez réessayer dans ${left} s.`}
        </Countdown>
      )}
    </div>
  )
}

/** Says when the account may change its browser again, and how to reach the owner. */
function DeviceChangesHelp({ secondsLeft }: { secondsLeft: number | null }) {
  return (
    <ul className={styles.help}>
      <li>L'appareil utilisé en dernier peut se reconnecter tout de suite.</li>
      <li>
        Un autre appareil pourra se connecter après minuit, heure du Maroc
        {secondsLeft !== null && `, dans ${hoursAndMinutes(secondsLeft)}`}.
      </li>
      <li>
        <ContactUs />
      </li>
    </ul>
  )
}

function ContactUs() {
  const { email, phone } = useSettings().contact
  return (
    <>
      Écrivez-nous à <a href={`mailto:${email}`}>{email}</a> ou appelez le {phone}.
    </>
  )
}

/** '5 h 12 min', rounded up to the minute. */
function hoursAndMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return `${hours > 0 ? `${hours} h ` : ''}${minutes % 60} min`
}

/** Counts down by the clock, so that it is right also after the device slept. */
function Countdown({ from, children }: { from: number; children: (left: number) => ReactNode }) {
  const [until] = useState(() => Date.now() + from * 1000)
  const [left, setLeft] = useState(from)
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setLeft(Math.max(Math.ceil((until - Date.now()) / 1000), 0)), 1000)
    return () => clearInterval(timer)
  }, [until, isOver])
  // A screen reader announces the start and the end, not every second.
  return isOver ? (
    <p role="status">Vous pouvez réessayer maintenant.</p>
  ) : (
    <p aria-live="off">{children(left)}</p>
  )
}
