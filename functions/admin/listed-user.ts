import { DomainError } from '#shared/domain/domain-error.ts'
import type { User } from '#shared/entities/user.ts'
import type { Deps } from '../http/deps.ts'

/**
 * Returns the account of an owner's request.
 * @throws DomainError NOT_FOUND, also for a blocked account, which is listed among the blocked addresses only
 */
export async function findListedUser({ users }: Pick<Deps, 'users'>, id: string): Promise<User> {
  const user = await users.find(id)
  if (!user || user.blockedAt !== null) throw new DomainError('NOT_FOUND')
  return user
}
