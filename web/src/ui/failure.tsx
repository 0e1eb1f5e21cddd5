import type { ReactNode } from 'react'
import { failureText } from '#web/lib/api/failure.ts'
import { ButtonLink } from './button.tsx'
import { Card, Row } from './card.tsx'
import { Alert } from './status.tsx'

type FailureProps = {
  of: Error | null
  /** Shown where the reason is not known. */
  text: string
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

type AccountFirstProps = { from: string; children: ReactNode; back: ReactNode }

/** Leads a visitor through the sign-up to something that only accounts have. */
export function AccountFirst({ from, children, back }: AccountFirstProps) {
  const state = { from }
  return (
    <Card>
      <h2>Il vous faut un compte</h2>
      <p>{children}</p>
      <Row>
        <ButtonLink to="/signup" state={state}>
          Créer un compte
        </ButtonLink>
        <ButtonLink to="/login" state={state} variant="secondary">
          J'ai déjà un compte
        </ButtonLink>
        {back}
      </Row>
    </Card>
  )
}
