import { type ReactNode, Suspense } from 'react'
import { useProfile } from '#web/lib/auth/auth-state.ts'

type SignedInProps = {
  /** Reserves the space while the chunk loads, so that nothing moves. */
  className?: string | undefined
  /** A lazy component, whose chunk visitors never load. */
  children: ReactNode
}

export function SignedIn({ className, children }: SignedInProps) {
  const profile = useProfile()
  if (!profile) return null
  return (
    <div className={className}>
      <Suspense fallback={null}>{children}</Suspense>
    </div>
  )
}
