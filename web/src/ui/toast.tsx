import { useEffect, useSyncExternalStore } from 'react'
import { shownToast, showToast } from '#web/lib/shared-value.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import styles from './toast.module.css'

/** Milliseconds for a success; errors stay until the next message or for their own `ms`. */
const SUCCESS_MS = 3_000

/** The message at the bottom of the window, where it is visible anywhere in a long list and moves nothing. */
export function ToastRegion() {
  const toast = useSyncExternalStore(shownToast.subscribe, shownToast.get, () => null)
  useEffect(() => {
    const ms = toast?.kind === 'success' ? SUCCESS_MS : toast?.ms
    if (ms === undefined) return
    const timer = setTimeout(() => showToast(null), ms)
    return () => clearTimeout(timer)
  }, [toast])
  // A message disappears with the page on which it appeared.
  useEffect(() => () => showToast(null), [])
  return (
    <div className={styles.region}>
      {toast && (
        <Alert kind={toast.kind}>
          <p>{toast.text}</p>
          {toast.kind === 'error' && (
            <Button variant="link" onClick={() => showToast(null)}>
              Fermer
            </Button>
          )}
        </Alert>
      )}
    </div>
  )
}
