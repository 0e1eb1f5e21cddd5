import type { ReactNode } from 'react'
import { type Access, useAccess, useAuth } from '#web/lib/auth/use-auth.ts'
import styles from './account-view.module.css'
import { classNames } from './class-names.ts'

type AccountViewProps = { children: (access: Access) => ReactNode }

/**
 * What depends on the account. While it is unknown this is the view of a visitor, as in the page's HTML; where a session
 * is stored its place is kept but the view is hidden, so that nothing is pushed down when the account is known.
 */
export function AccountView({ children }: AccountViewProps) {
  const access = useAccess()
  const isPending = useAccountPending()
  return (
    <div className={classNames(styles.view, isPending && styles.pending)}>
      {children(isPending ? 'visitor' : access)}
    </div>
  )
}

/** Whether a stored session is being checked whose profile is not known, or may be: prerendered HTML does not know. */
export function useAccountPending(): boolean {
  const auth = useAuth()
  return auth.status === 'loading' && auth.trouble === null
}
