import type { ReactNode } from 'react'
import { problems } from '#shared/domain/problems.ts'
import { useAuth } from '#web/lib/auth/auth-state.ts'
import { SignInLink } from './account-view.tsx'
import { Page } from './page.tsx'
import { Alert } from './status.tsx'

type AccessRefusedProps = {
  /** @default the account has no permission */
  reason?: string
  /** The way out; by default, visitors can sign in. */
  children?: ReactNode
}

export function AccessRefused({ reason = problems.ADMIN_REQUIRED.detail, children }: AccessRefusedProps) {
  const { status } = useAuth()
  return (
    <Page title="Accès Refusé" width="text">
      <Alert kind="error">
        <p>{reason}</p>
        {children ?? (status === 'signedOut' && <SignInLink />)}
      </Alert>
    </Page>
  )
}
