import * as v from 'valibot'
import { ACCESS_CHANGES, accessChangeKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { listPartition } from './table/query.ts'
import { putPart, type TransactionPart } from './table/transaction.ts'
import { remove } from './table/write.ts'

const StoredChange = v.object({ userId: v.string(), begunAt: v.string() })

/** An account that was blocked or unblocked. Cognito may not have applied it yet. */
export type AccessChange = v.InferOutput<typeof StoredChange>

/** Returns the write that notes a change of access, for the transaction that makes it; a later one takes its place. */
export function accessChangePart(table: Table, userId: string, begunAt: string): TransactionPart {
  return putPart(table, { ...accessChangeKey(userId), userId, begunAt }, {})
}

/** Reads and deletes the blocks and unblocks that Cognito must still apply. */
export function createAccessChanges(table: Table) {
  return {
    listOpen: () => listPartition(table, StoredChange, { partition: ACCESS_CHANGES }),

    /** Deletes a change, unless a later one has replaced it. */
    close: async ({ userId, begunAt }: AccessChange): Promise<void> => {
      await remove(table, accessChangeKey(userId), { seen: { begunAt } })
    },
  }
}
