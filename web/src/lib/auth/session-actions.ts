import type { AccountDeletion } from './account-deletion.ts'
import { authStore } from './auth-store.ts'
import type { EmailAndPassword, SignInOutcome } from './identity.ts'
import type { PasswordChange } from './password-change.ts'
import { networkOr, retryDelay } from './retry.ts'
import { hasStoredSession, onSessionIdChange } from './session-storage.ts'

/** The session with Amplify behind it, loaded when somebody needs it: visitors never do. */
async function loadSession() {
  return (await import('./session.ts')).session
}

/** The session for a form, whose own part is fetched side by side with it. */
async function loadSessionOfForm() {
  const [session] = await Promise.all([loadSession(), import('./account-requests.ts')])
  return session
}

/** Begins the start check where somebody signed in before, and follows the other tabs of this browser. */
export function startAuth(): void {
  if (hasStoredSession()) void check((session) => session.start())
  else authStore.dispatch({ type: 'ended' })
  onSessionIdChange((id) => {
    const state = authStore.get()
    if (id === null) {
      if (state.status === 'signedIn') void loadSession().then((session) => session.closedElsewhere())
    } else if (state.status !== 'signedIn' || state.sessionId !== id)
      void check((session) => session.openedElsewhere())
  })
}

type Session = Awaited<ReturnType<typeof loadSession>>

/** Waits for the network also where the code itself could not be fetched yet. */
async function check(begin: (session: Session) => Promise<void>): Promise<void> {
  authStore.dispatch({ type: 'checkStarted' })
  for (let failures = 1; ; failures++) {
    try {
      return await begin(await loadSession())
    } catch {
      authStore.dispatch({ type: 'troubled', trouble: 'offline' })
      await networkOr(retryDelay(failures))
    }
  }
}

/** Signs in, or says what else is needed for it. @throws IdentityFailure, ApiFailure */
export async function signIn(account: EmailAndPassword): Promise<SignInOutcome> {
  return (await loadSessionOfForm()).signIn(account)
}

/** Creates the account and signs it in. @throws IdentityFailure, ApiFailure */
export async function signUp(account: EmailAndPassword): Promise<SignInOutcome> {
  return (await loadSessionOfForm()).signUp(account)
}

/** Frees the session and signs out; completes even if steps fail. */
export async function signOut(): Promise<void> {
  await (await loadSession()).signOut()
}

/** Reads session and profile again at once. */
export async function refreshSession(): Promise<void> {
  await (await loadSession()).refresh()
}

/** Sends a code by e-mail. @throws IdentityFailure, ApiFailure */
export async function requestPasswordReset(email: string): Promise<void> {
  await (await loadSessionOfForm()).requestPasswordReset(email)
}

/** Sets a new password with the code. @throws IdentityFailure, ApiFailure */
export async function confirmPasswordReset(account: EmailAndPassword & { code: string }): Promise<void> {
  await (await loadSessionOfForm()).confirmPasswordReset(account)
}

/** Changes the password. @throws IdentityFailure (`invalidCredentials`: the current password is wrong; `tooManyAttempts`; `passwordTooShort`; `passwordLeaked`),
 *  ApiFailure; nothing has changed then */
export async function changePassword(passwords: { current: string; next: string }): Promise<PasswordChange> {
  return (await loadSessionOfForm()).changePassword(passwords)
}

/** Deletes the signed-in account, then forgets it here. @throws IdentityFailure (`invalidCredentials`: the password is wrong;
 *  `tooManyAttempts`), ApiFailure (OWNER_REQUIRED, CONFLICT); still signed in then */
export async function deleteAccount(password: string): Promise<AccountDeletion> {
  return (await loadSessionOfForm()).deleteAccount(password)
}
