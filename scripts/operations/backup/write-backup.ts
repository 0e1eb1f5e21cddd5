import { existsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import type { StoredTable } from '../stage-access.ts'
import { type Backup, compressLines, formatEnd, formatOrigin } from './backup-file.ts'
import { openBackup } from './open-backup.ts'
import { formatItem } from './stored-item.ts'
import { scanPages } from './stored-table.ts'
import { TableDigest } from './table-digest.ts'

export type BackupOrder = {
  table: StoredTable
  stage: string
  /** The path; `<file>.part` until the backup is complete. */
  file: string
  now: Date
  signal: AbortSignal
  /** Receives the number of items of each page. */
  onItems?: (items: number) => void
}

/**
 * Writes a whole table into a file, and reads the file back before it gets its name.
 * @throws the signal's reason; Error in a sentence for the operator
 */
export async function writeBackup({
  table,
  stage,
  file,
  now,
  signal,
  onItems,
}: BackupOrder): Promise<Backup> {
  if (existsSync(file)) throw new Error(`${file} existe déjà : choisissez un autre nom.`)
  const part = `${file}.part`
  const digest = new TableDigest()
  const handle = await open(part, 'w', 0o600)
  try {
    await handle.appendFile(
      await compressLines([formatOrigin({ stage, table: table.name, startedAt: now.toISOString() })]),
    )
    for await (const items of scanPages(table, signal)) {
      for (const item of items) digest.add(item)
      if (items.length > 0)
        await handle.appendFile(await compressLines(items.map((item) => `{"Item":${formatItem(item)}}`)))
      onItems?.(items.length)
    }
    await handle.appendFile(await compressLines([formatEnd(digest.value)]))
    await handle.datasync()
  } finally {
    await handle.close()
  }
  const backup = await openBackup(part)
  await rename(part, file)
  return backup
}
