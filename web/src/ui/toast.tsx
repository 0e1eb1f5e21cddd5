import { useEffect, useSyncExternalStore } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import styles from './toast.module.css'

/** Successes stay this long; errors until the next message, unless they say otherwise. */
const SUCCESS_MS = 3_000

/** What came of an action; `ms` is how long an error that goes by itself stays. */
export type Toast = { kind: 'success'; text: string } | { kind: 'error'; text: string; ms?: number }

let shown: Toast | null = null
const listeners = new Set<() => void>()

/** Shows a message in the page's {@link ToastRegion}, in place of the one before; null takes it away. */
export function showToast(toast: Toast | null): void {
  shown = toast
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The message over the foot of the window: seen wherever one is in a long list, and pushing nothing away. */
export function ToastRegion() {
  const toast = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  )
  useEffect(() => {
    const ms = toast?.kind === 'success' ? SUCCESS_MS : toast?.ms
    if (ms === undefined) return
    const timer = setTimeout(() => showToast(null), ms)
    return () => clearTimeout(timer)
  }, [toast])
  // A message is about the page where it came up.
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
