import { randomUUID } from 'node:crypto'
import type { ClaimedSession } from '#shared/contract/session.ts'
import type { Leases } from '../data/leases.ts'
import type { Clock } from '../http/clock.ts'

type Deps = { leases: Pick<Leases, 'claimLease'>; clock: Clock }

/**
 * Takes the account's one session, or takes the caller's own up again. The server makes the id: one that a client
 * sends counts only when it already holds the lease.
 * @throws Refusal PROFILE_NOT_FOUND, ACCOUNT_BLOCKED, SESSION_ALREADY_ACTIVE with the seconds left
 */
export async function claimSession(
  { leases, clock }: Deps,
  userId: string,
  ownSessionId: string | undefined,
): Promise<ClaimedSession> {
  const ids = { ownSessionId, newSessionId: randomUUID() }
  const { lease, reused } = await leases.claimLease(userId, ids, clock.now())
  return { sessionId: lease.id, lastActive: lease.lastActive, reused }
}
