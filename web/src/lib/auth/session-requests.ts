import {
  claimSession,
  clearSession,
  readSession,
  renewSession,
  type SessionState,
} from '#shared/contract/session.ts'
import { call } from '../api/call.ts'
import type { Credentials } from '../api/credentials.ts'

/** The four calls about the account's one session. */
export type SessionRequests = {
  claim(credentials: Credentials, sessionId: string | null): Promise<string>
  read(credentials: Credentials): Promise<SessionState>
  renew(credentials: Credentials): Promise<SessionState>
  clear(credentials: Credentials): Promise<void>
}

/** A sign-out does not wait long for a server that does not answer. */
const CLEAR_TIMEOUT_MS = 4_000

/** The calls over the network. Each throws ApiFailure. */
export const sessionRequests: SessionRequests = {
  async claim(credentials, sessionId) {
    const body = sessionId === null ? {} : { sessionId }
    return (await call(claimSession, { body }, { credentials })).sessionId
  },
  read: (credentials) => call(readSession, {}, { credentials }),
  renew: (credentials) => call(renewSession, {}, { credentials }),
  clear: (credentials) => call(clearSession, {}, { credentials, timeoutMs: CLEAR_TIMEOUT_MS }),
}
