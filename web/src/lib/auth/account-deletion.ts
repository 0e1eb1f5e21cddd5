import type { Credentials } from '../api/credentials.ts'
import { refusalCodeOf } from '../api/failure.ts'
import type { Identity } from './identity.ts'
import { IdentityFailure } from './identity-failure.ts'
import { bareCredentialsOf } from './session-credentials.ts'
import type { SessionRequests } from './session-requests.ts'
import type { ReadySignIn } from './sign-in-attempt.ts'
import { settle } from './within.ts'

/** How far the deletion of an account came. */
export type AccountDeletion =
  | { kind: 'deleted' }
  /** The password was right. `answer` deletes; after a wrong code another one may follow. */
  | { kind: 'codeNeeded'; answer(code: string): Promise<void> }

/** The session whose account is deleted. */
type Live = {
  identity: Pick<Identity, 'signInAside'>
  requests: Pick<SessionRequests, 'deleteAccount'>
  email: string
  sessionId(): string | null
  renew(): Promise<void>
  /** The account is gone: this browser forgets it, in every tab. */
  forget(): void
}

/**
 * Deletes the account for whoever knows its password: the server wants a sign-in of this moment, made aside for this one
 * call, so that a copied token alone deletes nothing.
 * @throws IdentityFailure `invalidCredentials`, `tooManyAttempts`, ApiFailure; still signed in then
 */
export async function deleteAccount(live: Live, password: string): Promise<AccountDeletion> {
  const attempt = await unlessGone(live, async () => {
    // A page back from sleep takes its own stale lease up again: the call itself heals nothing.
    await live.renew()
    return live.identity.signInAside({ email: live.email, password })
  })
  if (attempt === null) return { kind: 'deleted' }
  switch (attempt.kind) {
    case 'ready':
      await deleteBy(live, attempt.signIn)
      return { kind: 'deleted' }
    case 'codeNeeded':
      return { kind: 'codeNeeded', answer: async (code) => deleteBy(live, await attempt.answer(code)) }
    // Whoever is signed in has neither of these, unless the operator gave it to him a moment ago.
    case 'newPasswordNeeded':
    case 'resetNeeded':
      throw new IdentityFailure('unknown', attempt.kind)
  }
}

async function deleteBy(live: Live, fresh: ReadySignIn): Promise<void> {
  const credentials: Credentials = bareCredentialsOf(fresh, live.sessionId())
  try {
    await unlessGone(live, () => live.requests.deleteAccount(credentials))
  } catch (error) {
    await settle(fresh.revoke())
    throw error
  }
  live.forget()
}

/** Answers null where the account is gone already: the answer to an earlier attempt was lost on the way. */
async function unlessGone<T>({ forget }: Live, step: () => Promise<T>): Promise<T | null> {
  try {
    return await step()
  } catch (error) {
    if (refusalCodeOf(error) !== 'PROFILE_NOT_FOUND') throw error
    forget()
    return null
  }
}
