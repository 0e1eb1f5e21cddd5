import {
  deleteAccount as deleteAccountRoute,
  endSignIns,
  recordSecondFactor,
} from '#shared/contract/account.ts'
import { call } from '../api/call.ts'
import { ApiFailure, refusalCodeOf } from '../api/failure.ts'
import type { AuthenticatorKey } from './cognito-challenges.ts'
import type { EmailAndPassword } from './cognito-forms.ts'
import type { ReadySignIn } from './identity.ts'
import { IdentityFailure } from './identity-failure.ts'
import { bestEffort, claimLease, clearLease } from './lease.ts'
import type { LiveSession } from './session.ts'

// Only the account page loads this module.

/**
 * The outcome of a change of password; the new password is valid in any case.
 * - `signedIn`: every other sign-in of the account is over; this browser has a new one, and its page stayed signed in.
 * - `signedOut`: every sign-in is over, and this browser could not sign in again. The account page reports it to the
 *   visitor.
 * - `othersSignedIn`: the sign-ins could not be ended, so a copied one is still valid until the password is changed
 *   again.
 */
export type PasswordChange = 'signedIn' | 'signedOut' | 'othersSignedIn'

async function changePassword(
  session: LiveSession,
  passwords: { current: string; next: string },
): Promise<PasswordChange> {
  const { identity, credentials, isOver } = session
  // Postpones the next heartbeat of every tab, which must not be refused before there is a new sign-in.
  await session.renew()
  if (isOver()) throw new ApiFailure('refused')
  await identity.changePassword(passwords)
  if (isOver()) return 'othersSignedIn'
  try {
    await call(endSignIns, {}, { credentials })
  } catch {
    return 'othersSignedIn'
  }
  if (isOver()) return 'signedOut'
  return reopen(session, { email: session.email, password: passwords.next })
}

/** Signs in again after the server has ended every sign-in. Other tabs see new tokens and session id at the same time. */
async function reopen(session: LiveSession, account: EmailAndPassword): Promise<PasswordChange> {
  const isOver = session.suspend()
  try {
    const attempt = await session.identity.signIn(account)
    // With a second factor the user signs in on the sign-in page.
    if (attempt.kind !== 'ready') throw new IdentityFailure('unknown', attempt.kind)
    const { signIn } = attempt
    const claimed = await claimLease(session.detachedCredentials(signIn, null), null)
    if (!isOver()) {
      signIn.activate()
      session.begin(claimed)
      return 'signedIn'
    }
    await bestEffort(clearLease(session.detachedCredentials(signIn, claimed.sessionId)))
  } catch {
    if (!isOver()) await session.end('refused')
  }
  return 'signedOut'
}

export type AccountDeletion =
  | { kind: 'deleted' }
  /** The password was right. `answer` deletes the account; it may be repeated after a wrong code. */
  | { kind: 'codeNeeded'; answer(code: string): Promise<void> }

/** The server requires a sign-in of this moment, made for this one call, so that a copied token deletes nothing. */
async function deleteAccount(session: LiveSession, password: string): Promise<AccountDeletion> {
  const attempt = await unlessDeleted(session, async () => {
    // The sign-in made for the deletion does not recover from the stale lease of a device that slept.
    await session.renew()
    return session.identity.signIn({ email: session.email, password })
  })
  if (attempt === null) return { kind: 'deleted' }
  switch (attempt.kind) {
    case 'ready':
      await deleteWith(session, attempt.signIn)
      return { kind: 'deleted' }
    case 'codeNeeded':
      return { kind: 'codeNeeded', answer: async (code) => deleteWith(session, await attempt.answer(code)) }
    // Happens only when an operator has reset the account a moment ago.
    case 'newPasswordNeeded':
    case 'resetNeeded':
      throw new IdentityFailure('unknown', attempt.kind)
  }
}

async function deleteWith(session: LiveSession, signIn: ReadySignIn): Promise<void> {
  const credentials = session.detachedCredentials(signIn, session.sessionId())
  try {
    await unlessDeleted(session, () => call(deleteAccountRoute, {}, { credentials }))
  } catch (error) {
    await bestEffort(signIn.revoke())
    throw error
  }
  await endDeleted(session)
}

/** Returns null when the account has been deleted already: the answer to an earlier attempt was lost. */
async function unlessDeleted<T>(session: LiveSession, step: () => Promise<T>): Promise<T | null> {
  try {
    return await step()
  } catch (error) {
    if (refusalCodeOf(error) !== 'PROFILE_NOT_FOUND') throw error
    await endDeleted(session)
    return null
  }
}

async function endDeleted({ sessionId, end }: LiveSession): Promise<void> {
  if (sessionId() !== null) await end('deleted')
}

export type SecondFactorStart =
  | ({ kind: 'key' } & AuthenticatorKey)
  /** It is already on; the page is signed out, as after switching it on. */
  | { kind: 'on' }

async function beginSecondFactor(session: LiveSession): Promise<SecondFactorStart> {
  // An earlier attempt may have switched it on and lost its answer: a new key would replace the one in use.
  if (await recordAndSignOut(session)) return { kind: 'on' }
  const secondFactor = await session.identity.secondFactor()
  return { kind: 'key', ...(await secondFactor.createKey(session.email)) }
}

async function switchOnSecondFactor(session: LiveSession, code: string): Promise<void> {
  const secondFactor = await session.identity.secondFactor()
  await secondFactor.switchOn(code)
  await recordAndSignOut(session)
}

async function switchOffSecondFactor(session: LiveSession, code: string): Promise<void> {
  const secondFactor = await session.identity.secondFactor()
  await secondFactor.switchOff(code)
  await call(recordSecondFactor, {}, { credentials: session.credentials })
  await session.renew()
}

/** Makes the server read the setting from Cognito; where it is on, every sign-in is over, this one included. */
async function recordAndSignOut({ credentials, end }: LiveSession): Promise<boolean> {
  const { hasSecondFactor } = await call(recordSecondFactor, {}, { credentials })
  if (hasSecondFactor) await end('refused')
  return hasSecondFactor
}

async function endAllSessions({ credentials, end }: LiveSession): Promise<void> {
  await call(endSignIns, {}, { credentials })
  await end('refused')
}

/** Changes of the signed-in account. Each throws IdentityFailure or ApiFailure, and may be repeated then. */
export function createAccountChanges(live: () => Promise<LiveSession>) {
  return {
    /** Changes the password and ends every other sign-in. @throws `invalidCredentials`, `passwordTooShort`, `passwordLeaked` */
    changePassword: async (passwords: { current: string; next: string }) =>
      changePassword(await live(), passwords),
    /** Ends every sign-in of the account, this one included. */
    endAllSessions: async () => endAllSessions(await live()),
    /** Deletes the account, then signs out. @throws `invalidCredentials`; OWNER_REQUIRED, CONFLICT */
    deleteAccount: async (password: string) => deleteAccount(await live(), password),
    beginSecondFactor: async () => beginSecondFactor(await live()),
    /** Requires codes from now on, and signs out everywhere, also here. @throws `invalidCode` */
    switchOnSecondFactor: async (code: string) => switchOnSecondFactor(await live(), code),
    /** Requires no codes any more. @throws `invalidCode` */
    switchOffSecondFactor: async (code: string) => switchOffSecondFactor(await live(), code),
  }
}

export const accountChanges = createAccountChanges(async () => (await import('./session.ts')).session.live())
