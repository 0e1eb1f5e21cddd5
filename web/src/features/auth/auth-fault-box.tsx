import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSettings } from '#web/lib/settings.ts'
import { Alert } from '#web/ui/status.tsx'
import type { AuthFault } from './auth-texts.ts'
import styles from './sign-in.module.css'

type AuthFaultBoxProps = {
  fault: AuthFault
  /** True when the form was already refused for the same reason. */
  isRepeated?: boolean
  /** Signs in when the wait for another device's session is over; without it, the user does. */
  onWaited?: (() => void) | undefined
  /** Called every ten seconds of that wait, which is over as soon as the other device has signed out. */
  onAsk?: (() => void) | undefined
}

export function AuthFaultBox({ fault, isRepeated = false, ...waiting }: AuthFaultBoxProps) {
  return (
    <Alert kind="error">
      <p>{fault.text}</p>
      {/* A blocked account gets the same sentence, although a new password would not help it. */}
      {fault.kind === 'wrongCredentials' && isRepeated && (
        <p>
          Toujours refusé&nbsp;? <ContactUs />
        </p>
      )}
      {fault.kind === 'codeNotSent' && (
        <p>
          <ContactUs />
        </p>
      )}
      {fault.kind === 'sessionTaken' && (
        <SessionHelp secondsLeft={fault.secondsLeft} isRepeated={isRepeated} {...waiting} />
      )}
      {fault.kind === 'deviceChangesExceeded' && <DeviceChangesHelp secondsLeft={fault.secondsLeft} />}
      {fault.kind === 'tooManyAttempts' && fault.secondsLeft !== null && (
        <Countdown from={fault.secondsLeft}>
          {(left) => `Vous pourrez réessayer dans ${left}\u00a0s.`}
        </Countdown>
      )}
    </Alert>
  )
}

type SessionHelpProps = Omit<AuthFaultBoxProps, 'fault'> & { secondsLeft: number | null }

function SessionHelp({ secondsLeft, isRepeated, onWaited, onAsk }: SessionHelpProps) {
  return (
    <div className={styles.help}>
      {/* It comes before the advice, so that a phone shows it without scrolling. */}
      {secondsLeft !== null && (
        <Countdown from={secondsLeft} onOver={onWaited} onAsk={onAsk}>
          {(left) => {
            if (isRepeated)
              return `L'autre appareil est encore utilisé\u00a0: vous pourrez réessayer dans ${left}\u00a0s.`
            const next = onWaited ? 'la connexion se fera automatiquement' : 'vous pourrez réessayer'
            return `Si l'autre appareil n'est plus utilisé, ${next} dans ${left}\u00a0s.`
          }}
        </Countdown>
      )}
      <ul>
        <li>Déconnectez-vous de la session active sur l'autre appareil.</li>
        <li>Utilisez toujours le bouton «&nbsp;Se déconnecter&nbsp;» avant de fermer le site.</li>
        <li>
          Si le problème persiste,{' '}
          {/* Opens in another tab, so that the typed text and the countdown stay. */}
          <Link to="/contact" target="_blank">
            contactez un administrateur
          </Link>
          .
        </li>
      </ul>
    </div>
  )
}

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
  return `${hours > 0 ? `${hours}\u00a0h\u00a0` : ''}${minutes % 60}\u00a0min`
}

type CountdownProps = {
  from: number
  /** Called once at the end, when the page is visible and has a network. */
  onOver?: (() => void) | undefined
  /** Called every ten seconds before the end, under the same conditions. */
  onAsk?: (() => void) | undefined
  children: (left: number) => string
}

const ASK_MS = 10_000

/** Counts down by the clock, so that it is right also after the device slept. */
function Countdown({ from, onOver, onAsk, children }: CountdownProps) {
  const [until] = useState(() => Date.now() + from * 1000)
  const [left, setLeft] = useState(from)
  const nextAsk = useRef(until - from * 1000 + ASK_MS)
  const isOver = left === 0
  const tick = useEffectEvent((timer: number) => {
    const seconds = Math.max(Math.ceil((until - Date.now()) / 1000), 0)
    setLeft(seconds)
    const isAway = document.hidden || !navigator.onLine
    if (seconds > 0) {
      if (isAway || Date.now() < nextAsk.current) return
      nextAsk.current = Date.now() + ASK_MS
      onAsk?.()
      return
    }
    if (onOver && isAway) return
    clearInterval(timer)
    onOver?.()
  })
  useEffect(() => {
    const timer = window.setInterval(() => tick(timer), 1000)
    return () => clearInterval(timer)
  }, [])
  // A screen reader announces the start and the end, not every second.
  return isOver ? (
    <p role="status">Vous pouvez réessayer maintenant.</p>
  ) : (
    <p aria-live="off" translate="no">
      {children(left)}
    </p>
  )
}
