import { useMutation } from '@tanstack/react-query'
import { signIn, signUp } from '#web/lib/auth/session-actions.ts'
import type { SignInOutcome } from '#web/lib/auth/sign-in.ts'
import { type AuthFault, signInFault, signUpFault } from './auth-texts.ts'
import type { Credentials, CredentialsMode } from './credentials-form.tsx'

const requests = { signIn, signUp }
const faultOf = { signIn: signInFault, signUp: signUpFault }

type Answers = {
  onSuccess?: (outcome: SignInOutcome, entered: Credentials) => void
  onFault?: (fault: AuthFault, entered: Credentials) => void
}

/** Signs in or up; `fault` is what to show. Idle: nobody has tried yet. */
export function useCredentials(mode: CredentialsMode, { onSuccess, onFault }: Answers = {}) {
  const { mutate, isIdle, isPending, error } = useMutation({
    mutationFn: (credentials: Credentials) => requests[mode](credentials),
    onSuccess: (outcome, entered) => onSuccess?.(outcome, entered),
    onError: (cause, entered) => onFault?.(faultOf[mode](cause), entered),
  })
  return { submit: mutate, isIdle, isSubmitting: isPending, fault: error && faultOf[mode](error) }
}
