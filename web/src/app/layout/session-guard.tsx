import type { ReactNode } from 'react'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { useHydrated } from '#web/lib/loading/use-hydrated.ts'
import { Wheel } from '#web/ui/spinner.tsx'
import styles from './session-guard.module.css'

/**
 * Wraps every page: shows a spinner while a session is checked whose account is not known. It floats, so that nothing
 * moves, and public content stays readable. Prerendered HTML checks nothing.
 */
export function SessionGuard({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  const isHydrated = useHydrated()
  return (
    <>
      {children}
      <div className={styles.place} role="status">
        {isHydrated && status === 'loading' && (
          <p className={styles.check}>
            <Wheel />
            Vérification de la session...
          </p>
        )}
      </div>
    </>
  )
}
