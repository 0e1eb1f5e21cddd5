import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { LedgerEntry } from '#shared/entities/ledger-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { auditExpiry, writeAudited } from './audit.ts'
import { LEDGER, ledgerIndexKeys, ledgerKey, ledgerPartition, referenceIndexKeys } from './keys.ts'
import { referenceDigest } from './payment-request-parts.ts'
import { userKind } from './stored-user.ts'
import type { Table } from './table/client.ts'
import { kind } from './table/kind.ts'
import { listByAge } from './table/list-by-age.ts'
import { listPartition, type PageQuery } from './table/query.ts'
import { putPart, type Replacement, type TransactionPart, updatePart } from './table/transaction.ts'
import { putMany } from './table/write.ts'

const ledgerKind = kind({
  schema: LedgerEntry,
  key: ledgerKey,
  id: ({ id }) => id,
  derived: (entry) => {
    const digest = entry.kind === 'payment' ? referenceDigest(entry.reference) : null
    return {
      ...ledgerIndexKeys(entry),
      ...(digest !== null && referenceIndexKeys(digest, entry.createdAt, entry.userId)),
    }
  },
})

/** An entry is kept as long as the log. */
const ledgerItem = (table: Table) => (entry: LedgerEntry) => {
  return { ...ledgerKind.item(entry), expiresAt: auditExpiry(table, entry.createdAt) }
}

export function ledgerParts(table: Table, entries: readonly LedgerEntry[]): TransactionPart[] {
  return entries.map(ledgerItem(table)).map((item) => putPart(table, item))
}

export function createLedger(table: Table) {
  /** Both Moroccan days are included, by the day of receipt, newest first. */
  function list({ from, to, ...query }: PageQuery & { from: string; to: string }) {
    return listByAge(table, { kind: ledgerKind, partition: LEDGER, from, to: `${to}~` }, query)
  }

  async function listOfAccount(userId: string): Promise<LedgerEntry[]> {
    const own = { partition: ledgerPartition(userId), isConsistent: true }
    const entries = await listPartition(table, LedgerEntry, own)
    return entries.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  }

  function reverse(entry: LedgerEntry, account: Replacement<User> | null, audit: AuditEntry) {
    const changes = account ? [updatePart(table, userKind, account)] : []
    return writeAudited(table, audit, ...changes, ...ledgerParts(table, [entry]))
  }

  return {
    list,
    listOfAccount,
    reverse,
    putAll: (entries: readonly LedgerEntry[]) => putMany(table, entries.map(ledgerItem(table))),
  }
}
