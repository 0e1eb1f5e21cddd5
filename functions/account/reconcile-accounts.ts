import * as v from 'valibot'
import { finishDeletions } from '../account-processes/delete-account.ts'
import { matchAccesses } from '../account-processes/match-access.ts'
import { syncProfiles } from '../account-processes/sync-profiles.ts'
import { createUserPool } from '../aws/user-pool.ts'
import { createAccessChanges } from '../data/access-changes.ts'
import { SYSTEM } from '../data/audit-entry.ts'
import { openTable } from '../data/client.ts'
import { createDeletions } from '../data/deletions.ts'
import { createProgress } from '../data/progress.ts'
import { createUsers } from '../data/users.ts'
import { systemClock } from '../http/clock.ts'
import { logger } from '../http/log.ts'
import { ReconcileEnvironment } from './environment.ts'

const env = v.parse(ReconcileEnvironment, process.env)
const table = openTable(env.TABLE_NAME)
const deps = {
  users: createUsers(table),
  deletions: createDeletions(table),
  accessChanges: createAccessChanges(table),
  progress: createProgress(table),
  userPool: createUserPool(env.USER_POOL_ID),
  owners: env.OWNER_EMAILS,
  clock: systemClock,
}

/**
 * Once a day the accounts of Cognito and the profiles of the table are made to agree: deletions that broke off are
 * finished, those who were blocked or unblocked are kept out or let in, then every account without a profile gets one.
 * @throws Error when something is left, so that the run counts as failed and is tried again
 */
export async function handler(): Promise<void> {
  const deletions = await finishDeletions(deps)
  const accesses = await matchAccesses(deps)
  const created = await syncAll()
  logger.info('reconciled', { left: deletions + accesses, created })
  if (deletions > 0) throw new Error(`${deletions} deletions could not be finished`)
  if (accesses > 0) throw new Error(`${accesses} blocks could not be carried over`)
}

async function syncAll(): Promise<number> {
  let sum = 0
  let cursor: string | undefined
  do {
    const { created, nextCursor } = await syncProfiles(deps, SYSTEM, cursor)
    sum += created
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return sum
}
