import type { ClaimedSession } from '#shared/contract/session.ts'
import type { Credentials } from '../api/credentials.ts'
import { ApiFailure } from '../api/failure.ts'
import type { EmailAndPassword, Identity } from './identity.ts'
import { IdentityFailure } from './identity-failure.ts'
import { bareCredentialsOf } from './session-credentials.ts'
import type { SessionRequests } from './session-requests.ts'
import { settle } from './within.ts'

/**
 * How a change of password ended; the new password holds in any case.
 * - `signedIn`: every other sign-in of the account is over; this browser has a new one and a new session, and its page
 *   stays signed in all the while.
 * - `signedOut`: every other sign-in is over, but this browser could not sign in again. The auth state is `signedOut` by
 *   then, so the screen has to tell it where visitors see it: the password has changed, sign in with the new one.
 * - `othersSignedIn`: the server could not be asked to end the sign-ins, so whoever has copied one still holds it. This
 *   browser stays as it is, unless its own session was refused; changing the password once more is the way out.
 */
export type PasswordChange = 'signedIn' | 'signedOut' | 'othersSignedIn'

/** The session whose password changes. */
type Live = {
  identity: Pick<Identity, 'changePassword' | 'signInAside'>
  requests: Pick<SessionRequests, 'claim' | 'clear' | 'endSignIns'>
  credentials: Credentials
  email: string
  /** Whether another sign-in or none has followed. */
  isOver(): boolean
  renew(): Promise<void>
  /** No more beats, and no refusal ends the session, until it begins anew. Answers, as `isOver`, for the time after. */
  pause(): () => boolean
  begin(claimed: ClaimedSession): void
  end(): Promise<void>
}

/** Changes the password and ends every sign-in of the account but this browser's. @throws IdentityFailure, ApiFailure */
export async function changePassword(
  live: Live,
  passwords: { current: string; next: string },
): Promise<PasswordChange> {
  const { identity, requests, credentials, email, isOver, renew } = live
  // Puts the next beat of every tab off, which would find its sign-in ended before there is a new one.
  await renew()
  if (isOver()) throw new ApiFailure('refused')
  await identity.changePassword(passwords)
  if (isOver()) return 'othersSignedIn'
  try {
    await requests.endSignIns(credentials)
  } catch {
    return 'othersSignedIn'
  }
  if (isOver()) return 'signedOut'
  return reopen(live, { email, password: passwords.next })
}

/**
 * Signs in anew after the server has ended every sign-in, this one included. The page stays signed in meanwhile; the
 * other tabs see tokens and session id change at once, so that none of them asks with half of each.
 */
async function reopen({ identity, requests, pause, begin, end }: Live, account: EmailAndPassword) {
  const isOver = pause()
  try {
    const attempt = await identity.signInAside(account)
    // Whoever has a second factor signs in on the page for it.
    if (attempt.kind !== 'ready') throw new IdentityFailure('unknown', attempt.kind)
    const fresh = attempt.signIn
    const claimed = await requests.claim(bareCredentialsOf(fresh, null), null)
    if (!isOver()) {
      fresh.takeOver()
      begin(claimed)
      return 'signedIn'
    }
    await settle(requests.clear(bareCredentialsOf(fresh, claimed.sessionId)))
  } catch {
    if (!isOver()) await end()
  }
  return 'signedOut'
}
