import type { ReactNode } from 'react'
import { type Failure, LazyBoundary } from '#web/lib/loading/lazy-component.tsx'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'

/** An error message in place of a part that could not be shown. */
export function FailureAlert({ text, onRetry }: Failure) {
  return (
    <Alert kind="error">
      <p>{text}</p>
      <Button variant="secondary" onClick={onRetry}>
        Réessayer
      </Button>
    </Alert>
  )
}

type LazyPartProps = { fallback?: ReactNode; children: ReactNode }

/** A part of a page in a chunk of its own: where it cannot be shown, the rest of the page stays as it is. */
export function LazyPart({ fallback = <Spinner />, children }: LazyPartProps) {
  return (
    <LazyBoundary fallback={fallback} renderFailure={FailureAlert}>
      {children}
    </LazyBoundary>
  )
}
