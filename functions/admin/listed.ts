import { Refusal } from '#shared/domain/refusal.ts'
import type { User } from '#shared/domain/user.ts'

/**
 * A user as he may be acted upon.
 * @throws Refusal NOT_FOUND also for a blocked account: the blocked tab is where those are shown
 */
export function listed(found: User | null): User {
  if (!found || found.blockedAt !== null) throw new Refusal('NOT_FOUND')
  return found
}
