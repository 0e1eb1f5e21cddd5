import { type ClaimedSession, claimSession, clearSession, renewSession } from '#shared/contract/session.ts'
import type { Profile } from '#shared/entities/user.ts'
import { call } from '../api/call.ts'
import type { Credentials } from '../api/credentials.ts'
import type { DetachedSignIn, Identity } from './identity.ts'

// An account has one session at a time; the browser that claimed it holds a lease, which heartbeats renew.

/** Claims a session, or the given one again. @throws ApiFailure, SESSION_ALREADY_ACTIVE while another lease is live */
export function claimLease(credentials: Credentials, sessionId: string | null): Promise<ClaimedSession> {
  return call(claimSession, { body: sessionId === null ? {} : { sessionId } }, { credentials })
}

/** Renews the lease and returns the current profile. @throws ApiFailure */
export async function renewLease(credentials: Credentials): Promise<Profile> {
  return (await call(renewSession, {}, { credentials })).profile
}

/** Frees the lease; the request is sent even if the page is closed right after. @throws ApiFailure */
export function clearLease(credentials: Credentials): Promise<void> {
  return call(clearSession, {}, { credentials, keepalive: true })
}

const BEST_EFFORT_MS = 4_000

/** Waits at most 4 s for a request whose failure changes nothing. */
export async function bestEffort(request: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, BEST_EFFORT_MS)
  })
  await Promise.race([request.catch(() => undefined), timeout])
  clearTimeout(timer)
}

/** Refusals after which the user is no longer signed in. */
const DEFINITIVE = ['AUTHENTICATION_REQUIRED', 'ACCOUNT_BLOCKED', 'SESSION_INACTIVE', 'PROFILE_NOT_FOUND']

/** Tries to remove the reason of a refusal; `sent` are the headers of the refused call. */
type Recovery = (code: string, sent: Record<string, string>) => Promise<boolean>

type Session = {
  identity: Pick<Identity, 'accessToken'>
  sessionId(): string | null
  /** Whether a later sign-in or sign-out has made refusals of this session irrelevant. */
  isOver(): boolean
  renew(): Promise<void>
  endRefused(): Promise<void>
}

/**
 * The credentials of a session. Each kind of refusal is recovered from at most once per call; then it ends the session.
 * `forLease` are for the lease's own calls; `forPage` for all others, which also recover from a stale lease.
 */
export function createCredentials({ identity, sessionId, isOver, renew, endRefused }: Session) {
  const headers = async () => toHeaders(await identity.accessToken(), sessionId())
  const withRecovery = (recovery: Recovery): Credentials => ({
    headers,
    async recover(code, { healed, headers: sent }) {
      if (isOver() || !DEFINITIVE.includes(code)) return false
      if (!healed.includes(code) && (await recovery(code, sent))) return !isOver()
      if (!isOver()) await endRefused()
      return false
    },
  })

  const refreshToken: Recovery = async (code, sent) => {
    if (code !== 'AUTHENTICATION_REQUIRED') return false
    const { authorization } = toHeaders(await identity.accessToken(), null)
    // Another refused call has refreshed the token in the meantime.
    if (authorization !== undefined && authorization !== sent.authorization) return true
    return authorization !== undefined && (await identity.accessToken({ forceRefresh: true })) !== null
  }

  return {
    forLease: withRecovery(refreshToken),
    forPage: withRecovery(async (code, sent) => {
      if (code !== 'SESSION_INACTIVE') return refreshToken(code, sent)
      // The lease of a device that slept has lapsed; it can be renewed while no other device has claimed the session.
      await renew()
      return true
    }),
  }
}

/** The credentials of a sign-in that this browser does not store; they recover from nothing. */
export function detachedCredentials(signIn: DetachedSignIn, sessionId: string | null): Credentials {
  return {
    headers: async () => toHeaders(await signIn.accessToken(), sessionId),
    recover: async () => false,
  }
}

function toHeaders(token: string | null, sessionId: string | null): Record<string, string> {
  return {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(sessionId !== null && { 'x-session-id': sessionId }),
  }
}
