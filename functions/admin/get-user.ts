import { Refusal } from '#shared/domain/refusal.ts'
import type { User } from '#shared/domain/user.ts'
import type { Users } from '../data/users.ts'

/**
 * One user as last written.
 * @throws Refusal NOT_FOUND also for a blocked account: the blocked tab is where those are shown
 */
export async function getUser({ users }: { users: Pick<Users, 'find'> }, id: string): Promise<User> {
  const user = await users.find(id)
  if (!user || user.blockedAt !== null) throw new Refusal('NOT_FOUND')
  return user
}
