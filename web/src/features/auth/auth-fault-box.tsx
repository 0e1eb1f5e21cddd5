import { useEffect, useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import styles from './auth-fault-box.module.css'
import type { AuthFault } from './auth-texts.ts'

/** What went wrong; when another device holds the session, with the three tips and the time left. */
export function AuthFaultBox({ fault }: { fault: AuthFault }) {
  return (
    <Alert kind="error">
      <p>{fault.text}</p>
      {fault.kind === 'sessionTaken' && <SessionHelp secondsLeft={fault.secondsLeft} />}
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
      {secondsLeft !== null && <Countdown from={secondsLeft} />}
    </div>
  )
}

/** Counts down to the moment when the other session is over unless its device is still in use. */
function Countdown({ from }: { from: number }) {
  const [left, setLeft] = useState(from)
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(seconds - 1, 0)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p aria-live="off">
      {left > 0
        ? `Si l'autre appareil n'est plus utilisé, vous pourrez réessayer dans ${left} s.`
        : 'Vous pouvez réessayer maintenant.'}
    </p>
  )
}
