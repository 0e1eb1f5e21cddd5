import type { Credentials } from '../api/credentials.ts'
import type { Identity } from './identity.ts'

/** Refusals after which nobody is signed in any more (decision D13). */
const DEFINITIVE = ['AUTHENTICATION_REQUIRED', 'ACCOUNT_BLOCKED', 'SESSION_INACTIVE', 'PROFILE_NOT_FOUND']

type Heal = (code: string, headers: Record<string, string>) => Promise<boolean>

/** One sign-in, as far as its calls need it. `isOver`: another one or none has followed, and refusals mean nothing. */
type Live = {
  identity: Pick<Identity, 'accessToken'>
  sessionId(): string | null
  isOver(): boolean
  renew(): Promise<void>
  end(): Promise<void>
}

/**
 * The credentials of a sign-in: each kind of refusal is healed at most once per call, then it ends the session.
 * `ofSession` are for the session's own calls, `ofPage` for all others, which a stale lease does not end either.
 */
export function credentialsOf({ identity, sessionId, isOver, renew, end }: Live) {
  const headers = async () => headersOf(await identity.accessToken(), sessionId())
  const healingWith = (heal: Heal): Credentials => ({
    headers,
    async recover(code, { healed, headers: sent }) {
      if (isOver() || !DEFINITIVE.includes(code)) return false
      if (!healed.includes(code) && (await heal(code, sent))) return !isOver()
      if (!isOver()) await end()
      return false
    },
  })

  const refreshToken: Heal = async (code, sent) => {
    if (code !== 'AUTHENTICATION_REQUIRED') return false
    const { authorization } = headersOf(await identity.accessToken(), null)
    // Refused together with others, the first of which has fetched a new token meanwhile.
    if (authorization !== undefined && authorization !== sent.authorization) return true
    return authorization !== undefined && (await identity.accessToken({ forceRefresh: true })) !== null
  }

  return {
    ofSession: healingWith(refreshToken),
    ofPage: healingWith(async (code, sent) => {
      if (code !== 'SESSION_INACTIVE') return refreshToken(code, sent)
      // A page back from sleep takes its own stale lease up again (decision D14).
      await renew()
      return true
    }),
  }
}

/** The credentials of a sign-in that this browser has left, or does not hold yet: nothing is healed. */
export function bareCredentialsOf(
  signIn: Pick<Identity, 'accessToken'>,
  sessionId: string | null,
): Credentials {
  return {
    headers: async () => headersOf(await signIn.accessToken(), sessionId),
    recover: async () => false,
  }
}

function headersOf(token: string | null, sessionId: string | null): Record<string, string> {
  return {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(sessionId !== null && { 'x-session-id': sessionId }),
  }
}
