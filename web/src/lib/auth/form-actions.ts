import type { EmailAndPassword } from './cognito-forms.ts'
import { loadSession } from './session-actions.ts'
import type { SignInOutcome, TakeProof } from './sign-in.ts'

// Kept apart from session-actions.ts, which every page loads: only forms sign in and reset passwords.

function loadForms() {
  return import('./cognito-forms.ts')
}

/** Loads the session, and in parallel the requests of the forms, which have a chunk of their own. */
async function loadSessionForForm() {
  const [session] = await Promise.all([loadSession(), loadForms()])
  return session
}

/** Signs in, or returns which step is needed next. @throws IdentityFailure, ApiFailure */
export async function signIn(account: EmailAndPassword): Promise<SignInOutcome> {
  return (await loadSessionForForm()).signIn(account)
}

/** @throws IdentityFailure, ApiFailure, errors of `takeProof` */
export async function signUp(account: EmailAndPassword, takeProof: TakeProof): Promise<SignInOutcome> {
  return (await loadSessionForForm()).signUp(account, takeProof)
}

/** Sends a code by e-mail; succeeds whether the account exists or not. @throws IdentityFailure, ApiFailure */
export async function requestPasswordReset(email: string): Promise<void> {
  await (await loadForms()).sendResetCode(email)
}

/** Sets a new password with the code. @throws IdentityFailure, ApiFailure */
export async function confirmPasswordReset(account: EmailAndPassword & { code: string }): Promise<void> {
  await (await loadForms()).resetPasswordWithCode(account)
}
