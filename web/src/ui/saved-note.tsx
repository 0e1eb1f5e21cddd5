import { useState, useSyncExternalStore } from 'react'
import { detailOf } from '#web/lib/api/failure.ts'
import { useAuth } from '#web/lib/auth/auth-state.ts'
import { useOnline } from '#web/lib/network.ts'
import type { Sender } from '#web/lib/sender.ts'
import { Button } from './button.tsx'
import styles from './saved-note.module.css'

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
          <Button variant="secondary" onClick={() => void sender.send()}>
            Réessayer
          </Button>
        </div>
      )}
      {!isUnsent && wasUnsent && <p>Enregistré dans votre compte.</p>}
    </div>
  )
}
