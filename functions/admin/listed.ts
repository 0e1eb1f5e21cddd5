import { DomainError } from '#shared/domain/domain-error.ts'
import type { User } from '#shared/entities/user.ts'

/**
 * A user as he may be acted upon.
 * @throws DomainError NOT_FOUND also for a blocked account: the blocked tab is where those are shown
 */
export function listed(found: User | null): User {
  if (!found || found.blockedAt !== null) throw new DomainError('NOT_FOUND')
  return found
}
