import * as v from 'valibot'
import { finishDeletions, repeatAccessChanges, syncProfiles } from '../account-lifecycle/reconciliation.ts'
import { createReceiptBucket } from '../aws/buckets.ts'
import { createUserPool } from '../aws/user-pool.ts'
import { SYSTEM } from '../data/audit.ts'
import { createAccessChanges } from '../data/blocked.ts'
import { createDeletions } from '../data/deletions.ts'
import { openTable } from '../data/table/client.ts'
import { createUsers } from '../data/users.ts'
import { logger } from '../http/log.ts'
import { systemClock } from '../http/use-case.ts'
import { ReconcileEnvironment } from './environment.ts'

const env = v.parse(ReconcileEnvironment, process.env)
const table = openTable(env.TABLE_NAME, env.AUDIT_RETENTION_DAYS)
const deps = {
  users: createUsers(table),
  deletions: createDeletions(table),
  accessChanges: createAccessChanges(table),
  receipts: createReceiptBucket(env.RECEIPT_BUCKET),
  userPool: createUserPool(env.USER_POOL_ID),
  owners: env.OWNER_EMAILS,
  clock: systemClock,
}

/** @throws Error when something is left, so that the run counts as failed and is retried */
export async function handler(): Promise<void> {
  const deletions = await finishDeletions(deps)
  const accesses = await repeatAccessChanges(deps)
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
