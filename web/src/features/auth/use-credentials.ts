import { useMutation } from '@tanstack/react-query'
import { signIn, signUp } from '#web/lib/auth/session-actions.ts'
import { type AuthFault, signInFault, signUpFault } from './auth-texts.ts'
import type { Credentials, CredentialsMode } from './credentials-form.tsx'

const requests = { signIn, signUp }
const faultOf = { signIn: signInFault, signUp: signUpFault }

type OnFault = (fault: AuthFault, entered: Credentials) => void

/**
 * Signs in or up; `fault` is what to show, `outcome` how far it came. Idle: nobody has tried yet, or not since `reset`.
 */
export function useCredentials(mode: CredentialsMode, onFault: OnFault = () => {}) {
  const { mutate, reset, isIdle, isPending, error, data, variables } = useMutation({
    mutationFn: (credentials: Credentials) => requests[mode](credentials),
    onError: (cause, entered) => onFault(faultOf[mode](cause), entered),
  })
  return {
    submit: mutate,
    reset,
    isIdle,
    isSubmitting: isPending,
    fault: error && faultOf[mode](error),
    outcome: data,
    entered: variables,
  }
}
