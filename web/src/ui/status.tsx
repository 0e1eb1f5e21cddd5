import { CircleAlert, CircleCheck, Crown, Info } from 'lucide-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { shownToast, showToast } from '#web/lib/shared-value.ts'
import { Button } from './button.tsx'
import { classNames } from './card.tsx'
import styles from './status.module.css'

const ICONS = { error: CircleAlert, success: CircleCheck, info: Info, premium: Crown }

/** A text alone becomes a paragraph. Errors interrupt a screen reader, successes wait, others are plain content. */
export function Alert({ kind, children }: { kind: keyof typeof ICONS; children: ReactNode }) {
  const Icon = ICONS[kind]
  const role = kind === 'error' ? 'alert' : kind === 'success' ? 'status' : undefined
  return (
    <div role={role} className={classNames(styles.alert, styles[kind])}>
      <Icon size={20} aria-hidden="true" />
      <div className={styles.body}>{typeof children === 'string' ? <p>{children}</p> : children}</div>
    </div>
  )
}

/** The spinner alone, beside a text that says what it waits for. */
export function Wheel() {
  return <span aria-hidden="true" className={classNames(styles.wheel, styles.small)} />
}

export function Spinner({ label = 'Chargement en cours...' }: { label?: string }) {
  return (
    <div className={styles.box} role="status">
      <span aria-hidden="true" className={styles.wheel} />
      <span>{label}</span>
    </div>
  )
}

/** Keeps its first sentence until there is none: a network that comes back in steps is announced once. */
export function NetworkLine({ text }: { text: string | null }) {
  const [shown, setShown] = useState(text)
  if (!text !== !shown) setShown(text)
  return <div role="status">{shown && <p className={styles.line}>{shown}</p>}</div>
}

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
