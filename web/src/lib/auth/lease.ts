import {
  type ClaimedSession,
  claimSession,
  clearSession,
  type ReadPage,
  renewSession,
} from '#shared/contract/session.ts'
import type { Profile } from '#shared/entities/user.ts'
import { type Credentials, call, type SentRequest } from '#web/lib/api/call.ts'
import { inTime } from '#web/lib/network.ts'
import type { DetachedSignIn, Identity } from './identity.ts'
import type { Proofs } from './proofs.ts'

// An account has one session at a time; the browser that claimed it holds a lease, which heartbeats renew.

/** Claims a session, or the given one again. @throws ApiFailure, SESSION_ALREADY_ACTIVE while another lease is live */
export function claimLease(credentials: Credentials, sessionId: string | null): Promise<ClaimedSession> {
  return call(claimSession, { body: sessionId === null ? {} : { sessionId } }, { credentials })
}

/** @param lastRead what was read since, or null @throws ApiFailure */
export async function renewLease(credentials: Credentials, lastRead: ReadPage | null): Promise<Profile> {
  return (await call(renewSession, { body: lastRead ? { lastRead } : {} }, { credentials })).profile
}

/** Frees the lease; the request is sent even if the page is closed right after. @throws ApiFailure */
export function clearLease(credentials: Credentials): Promise<void> {
  return call(clearSession, {}, { credentials, keepalive: true })
}

const BEST_EFFORT_MS = 4_000

/** Waits at most 4 s for a request whose failure changes nothing. */
export async function bestEffort(request: Promise<unknown>): Promise<void> {
  await inTime(request, BEST_EFFORT_MS).catch(() => undefined)
}

const DEFINITIVE = ['AUTHENTICATION_REQUIRED', 'ACCOUNT_BLOCKED', 'SESSION_INACTIVE', 'PROFILE_NOT_FOUND']

type Recovery = (code: string, sent: Record<string, string>) => Promise<boolean>

type CredentialSource = {
  identity: Pick<Identity, 'accessToken'>
  proofs: Proofs
  sessionId(): string | null
  /** True when a later sign-in or sign-out has made refusals of this session irrelevant. */
  isOver(): boolean
  renew(): Promise<void>
  endRefused(): Promise<void>
}

/** Each kind of refusal is recovered from at most once per call. `forPage` also recovers from a stale lease. */
export function createCredentials({
  identity,
  proofs,
  sessionId,
  isOver,
  renew,
  endRefused,
}: CredentialSource) {
  const { headers, keepNonce, recover } = provenCredentials(proofs, identity, sessionId)
  const withRecovery = (recovery: Recovery): Credentials => ({
    headers,
    keepNonce,
    async recover(code, { recovered, headers: sent }) {
      if (isOver()) return false
      if (!DEFINITIVE.includes(code)) return recover(code, { recovered, headers: sent })
      if (!recovered.includes(code) && (await recovery(code, sent))) return !isOver()
      if (!isOver()) await endRefused()
      return false
    },
  })

  const refreshToken: Recovery = async (code, sent) => {
    if (code !== 'AUTHENTICATION_REQUIRED') return false
    const token = await identity.accessToken()
    if (token === null) return false
    // Another refused call has already refreshed the token.
    if (bearer(token) !== sent.authorization) return true
    return (await identity.accessToken({ forceRefresh: true })) !== null
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

/** Returns the credentials of a sign-in, which recover from an outdated proof only. */
export function provenCredentials(
  proofs: Proofs,
  signIn: Pick<DetachedSignIn, 'accessToken'>,
  sessionId: () => string | null,
): Credentials {
  return {
    async headers(request: SentRequest) {
      const [token, prove] = await Promise.all([signIn.accessToken(), proofs.ready()])
      const id = sessionId()
      return {
        ...(token !== null && { authorization: bearer(token), dpop: await prove(request, token) }),
        ...(id !== null && { 'x-session-id': id }),
      }
    },
    keepNonce: proofs.keepNonce,
    // The refusal carried the present nonce.
    recover: async (code, { recovered }) => code === 'PROOF_REQUIRED' && !recovered.includes(code),
  }
}

function bearer(token: string): string {
  return `Bearer ${token}`
}
