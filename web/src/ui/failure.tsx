import type { ReactNode } from 'react'
import { failureText } from '#web/lib/api/failure.ts'
import { Alert } from './alert.tsx'

type FailureProps = {
  of: Error | null
  /** Shown where the reason is not known. */
  text: string
  /** Offers what can be done about it. */
  children?: ReactNode
}

/** Tells why a call failed; nothing while it did not. */
export function Failure({ of, text, children }: FailureProps) {
  return (
    of && (
      <Alert kind="error">
        <p>{failureText(of, text)}</p>
        {children}
      </Alert>
    )
  )
}
