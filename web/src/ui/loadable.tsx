import { type ReactNode, useDeferredValue } from 'react'
import { reasonOf, troubleHint } from '#web/lib/api/failure.ts'
import { useNetworkNotice } from '#web/lib/network.ts'
import { RetryButton } from './button.tsx'
import { Card, classNames } from './card.tsx'
import styles from './loadable.module.css'
import { Alert, Spinner, Wheel } from './status.tsx'

type Source<T> = { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }

type LoadableProps<T> = {
  of: Source<T>
  error: string
  /** Returns the reason, which is shown below the message. */
  reason?: (error: Error) => string | null
  /** Shown while loading; a spinner by default. */
  waiting?: ReactNode
  children: (data: T) => ReactNode
}

/** Shows a spinner, then the data, or the error with a retry button. Data stays when a refetch fails. */
export function Loadable<T>({ of, error, reason, waiting = <Spinner />, children }: LoadableProps<T>) {
  if (of.data !== undefined)
    return (
      <>
        <StaleNote error={of.error} />
        {children(of.data)}
      </>
    )
  if (of.isFetching || !of.error) return waiting
  return (
    <Alert kind="error">
      <FailureLines text={error} error={of.error} reason={reason} />
      <RetryButton onClick={() => void of.refetch()} />
    </Alert>
  )
}

type FailureLinesProps = {
  text: string
  error: Error
  reason?: ((error: Error) => string | null) | undefined
}

/** The message and, on a line of its own, the reason, unless the line above the page gives it. */
export function FailureLines({ text, error, reason = reasonOf }: FailureLinesProps) {
  const why = useReason(error, reason)
  return (
    <>
      <p>{text}</p>
      {why && why !== text && <p>{why}</p>}
    </>
  )
}

/** Explains why the data may be outdated, where a refetch failed and the line above the page does not say why. */
function StaleNote({ error }: { error: Error | null }) {
  const why = useReason(error, troubleHint)
  return (
    why && (
      <Alert kind="info">
        <p>{why}</p>
        <p>Les informations affichées sont les dernières reçues.</p>
      </Alert>
    )
  )
}

/** Returns why a call failed, unless the line above the page says it. */
function useReason(error: Error | null, reason: (error: Error) => string | null): string | null {
  const notice = useNetworkNotice()
  return error && !(notice && troubleHint(error)) ? reason(error) : null
}

/** Renders a query's answer in short tasks, so that a slow processor responds to touches in between. */
export function useDeferredAnswer<T>({ data, error, isFetching, refetch }: Source<T>): Source<T> {
  const deferred = useDeferredValue(data)
  return { data: data === undefined ? undefined : deferred, error, isFetching, refetch }
}

/** A placeholder in the shape of the coming list, so that nothing moves; announced like the spinner. */
export function Skeleton({ shape, count }: { shape: 'cards' | 'rows'; count: number }) {
  const isCards = shape === 'cards'
  return (
    <div className={styles.waiting}>
      <p role="status" className={styles.line}>
        <Wheel />
        Chargement en cours...
      </p>
      <div aria-hidden="true" className={isCards ? styles.grid : styles.waiting}>
        {Array.from({ length: count }, (_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- blocks without identity
          <div key={index} className={classNames(styles.block, isCards ? styles.card : styles.row)} />
        ))}
      </div>
    </div>
  )
}

/** A message in place of an empty list; `more` offers what can be done about it. */
export function EmptyState({ children, more }: { children: string; more?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.text}>{children}</p>
      {more}
    </div>
  )
}

export function PlaceholderCard({ lines = 4 }: { lines?: number }) {
  return (
    <Card>
      <Placeholder lines={lines} />
    </Card>
  )
}

/** Grey lines about as high as the coming content, so that nothing moves. */
export function Placeholder({ lines }: { lines: number }) {
  return (
    <div className={styles.placeholders} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={styles.placeholder} />
      ))}
    </div>
  )
}
