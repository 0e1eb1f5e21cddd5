import { deleteAccount, endSignIns, recordSecondFactor } from '#shared/contract/account.ts'
import {
  type ClaimedSession,
  claimSession,
  clearSession,
  renewSession,
  type SessionState,
} from '#shared/contract/session.ts'
import { call } from '../api/call.ts'
import type { Credentials } from '../api/credentials.ts'

/** The calls about the account and its one session. */
export type SessionRequests = {
  claim(credentials: Credentials, sessionId: string | null): Promise<ClaimedSession>
  renew(credentials: Credentials): Promise<SessionState>
  clear(credentials: Credentials): Promise<void>
  deleteAccount(credentials: Credentials): Promise<void>
  endSignIns(credentials: Credentials): Promise<void>
  recordSecondFactor(credentials: Credentials): Promise<{ hasSecondFactor: boolean }>
}

/** The calls over the network. Each throws ApiFailure. */
export const sessionRequests: SessionRequests = {
  claim: (credentials, sessionId) =>
    call(claimSession, { body: sessionId === null ? {} : { sessionId } }, { credentials }),
  renew: (credentials) => call(renewSession, {}, { credentials }),
  // Arrives also when the page is closed right after.
  clear: (credentials) => call(clearSession, {}, { credentials, keepalive: true }),
  deleteAccount: (credentials) => call(deleteAccount, {}, { credentials }),
  endSignIns: (credentials) => call(endSignIns, {}, { credentials }),
  recordSecondFactor: (credentials) => call(recordSecondFactor, {}, { credentials }),
}
