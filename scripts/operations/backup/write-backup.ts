import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Account, FORMAT } from './backup-lines.ts'
import { checksumFile, openBackup } from './backup-source.ts'
import { openPart, type PartFile, type PartOrder } from './part-file.ts'
import { type StoredTable, scanTable } from './scan-table.ts'
import type { BackupSource } from './whole-backup.ts'

export type BackupOrder = Omit<PartOrder, 'table'> & {
  table: StoredTable
  stage: string
  /** Lists the accounts in pages; null: there is no user pool. */
  accounts: (() => AsyncIterable<Account[]>) | null
  signal: AbortSignal
  onItems?: (items: number) => void
}

/** What was found in the file when it was read back. */
export type BackupSummary = Omit<BackupSource, 'items'>

/**
 * Writes the whole table and the list of accounts into a file, and reads it back before it gets its name, so that nothing
 * looks like a backup that is none.
 *  * @throws the signal's reason when asked to stop; Error when something stands in the way, in a sentence for the operator
 */
export async function writeBackup(order: BackupOrder): Promise<BackupSummary> {
  const { file, table } = order
  const part = await openPart({ ...order, table: table.name })
  try {
    await writeAll(part, order)
  } finally {
    await part.close()
  }
  const { items: _items, ...backup } = await openBackup(part.path)
  const checksum = `${backup.fingerprint}  ${basename(file)}\n`
  await writeFile(checksumFile(file), checksum, { mode: 0o600 })
  await part.finish()
  return backup
}

async function writeAll(
  part: PartFile,
  { table, stage, accounts, signal, onItems }: BackupOrder,
): Promise<void> {
  const { positions, startedAt } = part
  if (part.isNew) {
    await part.append([{ kind: 'origin', origin: { format: FORMAT, stage, table: table.name, startedAt } }])
    await part.save()
  }
  try {
    await scanTable(table, {
      positions,
      signal,
      onPage: async (page) => {
        await part.addPage(page)
        onItems?.(page.items.length)
      },
    })
  } finally {
    await part.save()
  }
  const listed = accounts && (await appendAccounts(part, accounts(), signal))
  const finishedAt = new Date().toISOString()
  await part.append([{ kind: 'end', end: { finishedAt, ...part.digest(), accounts: listed } }])
}

/** A run that breaks off here lists them anew. */
async function appendAccounts(
  part: PartFile,
  pages: AsyncIterable<Account[]>,
  signal: AbortSignal,
): Promise<number> {
  let sum = 0
  for await (const page of pages) {
    signal.throwIfAborted()
    if (page.length > 0) await part.append(page.map((account) => ({ kind: 'account', account })))
    sum += page.length
  }
  return sum
}
