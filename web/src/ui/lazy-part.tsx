import { type ComponentType, type ReactNode, useEffect } from 'react'
import {
  type Failure,
  LazyBoundary,
  type LazyComponent,
  lazyComponent,
} from '#web/lib/loading/lazy-component.tsx'
import { showToast } from '#web/lib/shared-value.ts'
import { RetryButton } from './button.tsx'
import { Alert, Spinner } from './status.tsx'

/** An error message in place of a part that could not be shown. */
export function FailureAlert({ text, onRetry }: Failure) {
  return (
    <Alert kind="error">
      <p>{text}</p>
      <RetryButton onClick={onRetry} />
    </Alert>
  )
}

/** A part of a page in a chunk of its own: where it cannot be shown, the rest of the page stays as it is. */
export function LazyPart({ children }: { children: ReactNode }) {
  return (
    <LazyBoundary fallback={<Spinner />} renderFailure={FailureAlert}>
      {children}
    </LazyBoundary>
  )
}

/** Closes a dialog that cannot be shown, with a message; the next opening tries again. */
export function LazyDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <LazyBoundary renderFailure={({ text }) => <Unavailable text={text} onClose={onClose} />}>
      {children}
    </LazyBoundary>
  )
}

/** Creates a dialog in a chunk of its own, which closes with a message where it cannot be shown. */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const Content = lazyComponent(load)
  const WithBoundary = (props: Props) => (
    <LazyDialog onClose={props.onClose}>
      <Content {...props} />
    </LazyDialog>
  )
  return Object.assign(WithBoundary, { preload: Content.preload, reset: Content.reset })
}

function Unavailable({ text, onClose }: { text: string; onClose: () => void }) {
  useEffect(() => {
    showToast({ kind: 'error', text })
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; the caller may pass another function
  }, [])
  return null
}
