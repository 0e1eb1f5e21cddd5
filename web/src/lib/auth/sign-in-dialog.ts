import { createContext, useContext } from 'react'

/** Opens the sign-in dialog from anywhere; the app provides it. */
export const SignInDialogContext = createContext<() => void>(() => {
  throw new Error('The sign-in dialog is not provided')
})

/** How to open the sign-in dialog. */
export function useSignInDialog(): () => void {
  return useContext(SignInDialogContext)
}
