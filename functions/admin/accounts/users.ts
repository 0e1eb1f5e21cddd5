import type { PremiumEnd } from '#shared/contract/admin/users.ts'
import { DomainError, found } from '#shared/domain/domain-error.ts'
import { isPremiumNow, shownEnd } from '#shared/domain/premium/premium.ts'
import type { UserState } from '#shared/domain/premium/user-state.ts'
import type { User, UserView } from '#shared/entities/user.ts'
import { type DeletionDeps, deleteAccount } from '../../account-processes/delete-account.ts'
import { adminActor, auditEntry, premiumValues } from '../../data/audit-entry.ts'
import type { PageQuery } from '../../data/table/cursor.ts'
import type { Deps } from '../../http/deps.ts'

/** Returns a page of users, newest first, with the number of all users or of those that search and state find. */
export async function listUsers(
  { users, clock }: Pick<Deps, 'users' | 'clock'>,
  { state, ...query }: PageQuery & { search: string; state?: UserState | undefined },
) {
  const now = clock.now()
  const { items, ...page } = await users.listNewest(query, state && { state, now })
  return { items: items.map((user) => userView(user, now)), ...page }
}

/** Returns the owner's view of a user; `isPremium` tells whether Premium holds at `now`. */
export function userView(user: User, now: Date): UserView {
  return { ...user, isPremium: isPremiumNow(user, now), ...shownEnd(user) }
}

/**
 * Returns the account of an owner's request.
 * @throws DomainError NOT_FOUND, also for a blocked account, which is listed among the blocked addresses only
 */
export async function findListedUser({ users }: Pick<Deps, 'users'>, id: string): Promise<User> {
  const user = await users.find(id)
  if (!user || user.blockedAt !== null) throw new DomainError('NOT_FOUND')
  return user
}

/** Returns the number of accounts whose Premium ends on each day, earliest first, those without an end last. */
export async function listPremiumEnds({ users }: Pick<Deps, 'users'>): Promise<{ items: PremiumEnd[] }> {
  const accounts = new Map<string | null, number>()
  for (const lastDay of await users.listPremiumEnds()) accounts.set(lastDay, (accounts.get(lastDay) ?? 0) + 1)
  const items = [...accounts].map(([lastDay, count]) => ({ lastDay, accounts: count }))
  return { items: items.toSorted((a, b) => (a.lastDay ?? '9').localeCompare(b.lastDay ?? '9')) }
}

/**
 * Deletes a student's account for good, also a blocked one, whose address stays blocked.
 * @throws DomainError NOT_FOUND, OWNER_REQUIRED for admins and owners, CONFLICT when the profile changed since it was read
 */
export async function deleteUser(deps: DeletionDeps, actor: User, id: string): Promise<void> {
  const user = found(await deps.users.find(id))
  const entry = auditEntry(adminActor(actor), deps.clock.now(), {
    action: 'DELETE_USER',
    target: user.email,
    before: premiumValues(user),
    after: null,
  })
  await deleteAccount(deps, user, entry)
}
