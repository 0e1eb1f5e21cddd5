import type { ReactNode } from 'react'
import { problems } from '#shared/contract/problems.ts'
import { Alert } from './alert.tsx'
import { Page } from './page.tsx'

type AccessRefusedProps = {
  /** Why; without it, that the account has no permission. */
  reason?: string
  /** What can be done about it. */
  children?: ReactNode
}

/** What stands in place of a page that is not for whoever asked. */
export function AccessRefused({ reason = problems.ADMIN_REQUIRED.detail, children }: AccessRefusedProps) {
  return (
    <Page title="Accès Refusé" width="text">
      <Alert kind="error">
        <p>{reason}</p>
        {children}
      </Alert>
    </Page>
  )
}
