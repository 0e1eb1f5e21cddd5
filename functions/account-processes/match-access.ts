import type { UserPool } from '../aws/user-pool.ts'
import type { AccessChange, AccessChanges } from '../data/access-changes.ts'
import type { Users } from '../data/users.ts'
import type { Clock } from '../http/clock.ts'
import { succeeds } from './succeeds.ts'

// Blocking is one transaction in the table, which every guard and sign-in asks. Cognito is told after it, and told again
// by the daily reconciliation: whoever blocks and unblocks in a row may be overtaken by his own earlier call.

export type AccessDeps = {
  users: Pick<Users, 'find'>
  accessChanges: Pick<AccessChanges, 'listOpen' | 'close'>
  userPool: Pick<UserPool, 'disableAccount' | 'enableAccount'>
  clock: Clock
}

const TASK = 'tell Cognito who may sign in'
/** By then a call that made a change has told Cognito or died. */
const SETTLED_AFTER_MS = 60_000

/** Tells Cognito that an account was just blocked or unblocked. When that fails, the daily reconciliation does it. */
export async function tellAccess(
  { userPool }: Pick<AccessDeps, 'userPool'>,
  userId: string,
  access: 'blocked' | 'open',
): Promise<void> {
  await succeeds(TASK, () =>
    access === 'blocked' ? userPool.disableAccount(userId) : userPool.enableAccount(userId),
  )
}

/** Tells Cognito of every change since the last run, as the table has it now. @returns how many are still left */
export async function matchAccesses(deps: AccessDeps): Promise<number> {
  let left = 0
  for (const change of await deps.accessChanges.listOpen())
    if (!(await succeeds(TASK, () => matchAccess(deps, change)))) left += 1
  return left
}

async function matchAccess(deps: AccessDeps, change: AccessChange): Promise<void> {
  const { users, userPool, accessChanges, clock } = deps
  const user = await users.find(change.userId)
  // Of a deleted account the deletion sees to the identity.
  if (user)
    await (user.blockedAt === null ? userPool.enableAccount(user.id) : userPool.disableAccount(user.id))
  const age = clock.now().getTime() - Date.parse(change.begunAt)
  if (age > SETTLED_AFTER_MS) await accessChanges.close(change)
}
