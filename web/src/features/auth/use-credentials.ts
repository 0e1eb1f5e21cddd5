import { useMutation } from '@tanstack/react-query'
import { signIn, signUp } from '#web/lib/auth/session-actions.ts'
import { type AuthFault, signInFault, signUpFault } from './auth-texts.ts'
import type { Credentials, CredentialsMode } from './credentials-form.tsx'

const requests = { signIn, signUp }
const faultOf = { signIn: signInFault, signUp: signUpFault }

/** Signs in or up; `fault` is what to show. */
export function useCredentials(mode: CredentialsMode, onFault: (fault: AuthFault) => void = () => {}) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (credentials: Credentials) => requests[mode](credentials),
    onError: (cause) => onFault(faultOf[mode](cause)),
  })
  return { submit: mutate, isSubmitting: isPending, fault: error && faultOf[mode](error) }
}
