import type { ReactNode } from 'react'
import { networkTexts } from '#web/lib/api/failure.ts'
import type { AuthState } from '#web/lib/auth/auth-state.ts'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { useHydrated } from '#web/lib/loading/use-hydrated.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Wheel } from '#web/ui/spinner.tsx'
import styles from './session-guard.module.css'

/**
 * Wraps every page: shows a spinner while a session is checked whose account is not known, and a message when the
 * server cannot be reached. The message floats, so that nothing moves, and public content stays readable. Prerendered
 * HTML checks nothing.
 */
export function SessionGuard({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const isOnline = useOnline()
  const isHydrated = useHydrated()
  return (
    <>
      {children}
      <div className={styles.place} role="status">
        {isHydrated && <Message auth={auth} isOnline={isOnline} />}
      </div>
    </>
  )
}

function Message({ auth, isOnline }: { auth: AuthState; isOnline: boolean }) {
  const trouble = 'trouble' in auth ? auth.trouble : null
  if (!isOnline) return <p className={styles.trouble}>{networkTexts.offline}</p>
  if (trouble) return <p className={styles.trouble}>{networkTexts.unreachable}</p>
  if (auth.status !== 'loading') return null
  return (
    <p className={styles.check}>
      <Wheel />
      Vérification de la session...
    </p>
  )
}
