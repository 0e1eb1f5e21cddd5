import { Alert } from '#web/ui/alert.tsx'
import styles from './auth-fault-box.module.css'
import type { AuthFault } from './auth-texts.ts'
import { Countdown } from './countdown.tsx'

/** What went wrong; when another device holds the session, with the three tips, and the time to wait if it is known. */
export function AuthFaultBox({ fault }: { fault: AuthFault }) {
  return (
    <Alert kind="error">
      <p>{fault.text}</p>
      {fault.kind === 'sessionTaken' && <SessionHelp secondsLeft={fault.secondsLeft} />}
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
