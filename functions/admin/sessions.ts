import { isLeaseLive, secondsLeft } from '#shared/domain/lease.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../data/audit-entry.ts'
import type { Users } from '../data/users.ts'
import type { Clock } from '../http/clock.ts'
import { listed } from './listed.ts'

/**
 * What the account's session looks like to the server: whether it keeps another device out, and for how long still.
 * @throws DomainError NOT_FOUND
 */
export function diagnoseSession(found: User | null, now: Date) {
  const { lease: session } = listed(found)
  if (session === null) return { active: false, lastActive: null, secondsLeft: null }
  const active = isLeaseLive(session, now)
  return {
    active,
    lastActive: session.lastActive,
    secondsLeft: active ? secondsLeft(session, now) : null,
  }
}

/**
 * Takes the account's session, so that its student can sign in on another device at once; the device that held it is
 * signed out at its next call. Without a session there is nothing to do.
 * @throws DomainError NOT_FOUND
 */
export async function releaseSession(
  { users, clock }: { users: Pick<Users, 'releaseSession'>; clock: Clock },
  actor: User,
  found: User | null,
): Promise<void> {
  const { id, email, lease: session } = listed(found)
  if (session === null) return
  const entry = auditEntry(adminActor(actor), clock.now(), {
    action: 'DELETE_SESSION',
    target: email,
    before: { lastActive: session.lastActive },
    after: null,
  })
  // When it is not there any more, another call has done it, or its student has signed out.
  await users.releaseSession(id, session.id, entry)
}
