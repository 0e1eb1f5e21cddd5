import type { AccessChange } from '../data/blocked.ts'
import type { Deps } from '../http/deps.ts'
import { succeeds } from '../http/problem.ts'

// Blocking is one transaction in the table, which every guard and sign-in reads. Cognito is changed after it, and once
// more by the daily reconciliation, since a block and an unblock in a row may reach Cognito in the opposite order.

type AccessDeps = Pick<Deps, 'users' | 'accessChanges' | 'userPool' | 'clock'>

const BLOCK = 'apply a block in Cognito'
/** After this time the call that made a change has reached Cognito or ended. Milliseconds. */
const CALL_ENDS_WITHIN_MS = 60_000

/** Applies a block or unblock in Cognito. When that fails, the daily reconciliation repeats it. */
export async function applyAccess(
  { userPool }: Pick<Deps, 'userPool'>,
  userId: string,
  access: 'blocked' | 'open',
): Promise<void> {
  await succeeds(BLOCK, () =>
    access === 'blocked' ? userPool.disableAccount(userId) : userPool.enableAccount(userId),
  )
}

/**
 * Applies every change since the last run in Cognito, by the state of the table. @returns the number of changes that
 * failed
 */
export async function repeatAccessChanges(deps: AccessDeps): Promise<number> {
  let left = 0
  for (const change of await deps.accessChanges.listOpen())
    if (!(await succeeds(BLOCK, () => repeatAccessChange(deps, change)))) left += 1
  return left
}

async function repeatAccessChange(deps: AccessDeps, change: AccessChange): Promise<void> {
  const { users, userPool, accessChanges, clock } = deps
  const user = await users.find(change.userId)
  // Without a user, the deletion of the account removes its identity.
  if (user)
    await (user.blockedAt === null ? userPool.enableAccount(user.id) : userPool.disableAccount(user.id))
  const age = clock.now().getTime() - Date.parse(change.begunAt)
  if (age > CALL_ENDS_WITHIN_MS) await accessChanges.close(change)
}
