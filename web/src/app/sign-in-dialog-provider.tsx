import { type ReactNode, useCallback } from 'react'
import { SignInDialogContext, useAuth } from '#web/lib/auth/use-auth.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { useOpenUntilNavigation } from '#web/ui/disclosure.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'

const SignInDialog = lazyComponent(
  async () => (await import('#web/features/auth/sign-in-dialog.tsx')).SignInDialog,
)

/** Lets any page open the sign-in dialog; it closes when somebody is signed in or the page changes. */
export function SignInDialogProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useOpenUntilNavigation()
  const { status } = useAuth()
  if (isOpen && status === 'signedIn') setOpen(false)
  // One function for good: another would draw every page anew as soon as it is known who is there.
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
