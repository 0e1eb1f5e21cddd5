import { type ReactNode, Suspense } from 'react'
import { useProfile } from '#web/lib/auth/use-auth.ts'

type StudentPartProps = {
  /** Keeps the part's place while it is fetched, so that nothing moves when it comes. */
  className?: string | undefined
  /** A part in a file of its own, which a visitor never fetches. */
  children: ReactNode
}

/** What only those who are signed in see. */
export function StudentPart({ className, children }: StudentPartProps) {
  const profile = useProfile()
  if (!profile) return null
  return (
    <div className={className}>
      <Suspense fallback={null}>{children}</Suspense>
    </div>
  )
}
