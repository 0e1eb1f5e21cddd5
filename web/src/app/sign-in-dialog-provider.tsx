import { type ReactNode, useCallback } from 'react'
import { SignInDialogContext, useAuth } from '#web/lib/auth/use-auth.ts'
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx'
import { useOpenUntilNavigation } from '#web/ui/disclosure.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'

const SignInDialog = lazyComponent(
  async () => (await import('#web/features/auth/sign-in-dialog.tsx')).SignInDialog,
)

/** Lets any page open the sign-in dialog, which closes on signing in and on navigation. */
export function SignInDialogProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useOpenUntilNavigation()
  const { status } = useAuth()
  if (isOpen && status === 'signedIn') setOpen(false)
  // A stable function, since a new one would render every page again.
  const open = useCallback(() => setOpen(true), [setOpen])
  const close = () => setOpen(false)
  return (
    <SignInDialogContext value={open}>
      {children}
      {isOpen && (
        <LazyDialog onClose={close}>
          <SignInDialog onClose={close} />
        </LazyDialog>
      )}
    </SignInDialogContext>
  )
}
