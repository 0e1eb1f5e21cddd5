import type { ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import { Card, Row } from './card.tsx'

type AccountFirstProps = {
  /** The page to which a visitor comes back. */
  from: string
  /** Says what the account is for. */
  children: ReactNode
  /** The way back without an account. */
  back: ReactNode
}

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
