import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { problems } from '#shared/contract/problems.ts'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { cameFrom } from '#web/lib/return-path.ts'
import { Alert } from './alert.tsx'
import { ButtonLink } from './button.tsx'
import { Page } from './page.tsx'

type AccessRefusedProps = {
  /** @default the account has no permission */
  reason?: string
  /** The way out; by default, visitors can sign in. */
  children?: ReactNode
}

/** Replaces a page that the user may not see. */
export function AccessRefused({ reason = problems.ADMIN_REQUIRED.detail, children }: AccessRefusedProps) {
  const { status } = useAuth()
  const here = cameFrom(useLocation())
  return (
    <Page title="Accès Refusé" width="text">
      <Alert kind="error">
        <p>{reason}</p>
        {children ??
          (status === 'signedOut' && (
            <ButtonLink to="/login" state={here}>
              Se connecter
            </ButtonLink>
          ))}
      </Alert>
    </Page>
  )
}
