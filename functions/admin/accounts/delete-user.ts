import { DomainError } from '#shared/domain/domain-error.ts'
import type { User } from '#shared/entities/user.ts'
import { type DeletionDeps, deleteAccount } from '../../account-processes/delete-account.ts'
import { adminActor, auditEntry, premiumValues } from '../../data/audit-entry.ts'

/**
 * Deletes a student's account for good, also a blocked one, whose address stays blocked.
 * @throws DomainError NOT_FOUND, OWNER_REQUIRED for admins and owners, CONFLICT when the profile changed since it was read
 */
export async function deleteUser(deps: DeletionDeps, actor: User, id: string): Promise<void> {
  const user = await deps.users.find(id)
  if (!user) throw new DomainError('NOT_FOUND')
  const entry = auditEntry(adminActor(actor), deps.clock.now(), {
    action: 'DELETE_USER',
    target: user.email,
    before: premiumValues(user),
    after: null,
  })
  await deleteAccount(deps, user, entry)
}
