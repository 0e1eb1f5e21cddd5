import { existsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import * as v from 'valibot'
import type { StoredTable } from '../stage-access.ts'
import { type Backup, compressLines, formatEnd, formatOrigin } from './backup-file.ts'
import { openBackup } from './open-backup.ts'
import { savedState } from './saved-state.ts'
import { formatItem } from './stored-item.ts'
import { StoredKey, scanPages } from './stored-table.ts'
import { TableDigest } from './table-digest.ts'

/** Older interrupted runs start again: their pages are too old to stand beside new ones. */
const RESUMED_FOR_MS = 24 * 3_600_000

const State = v.object({
  table: v.string(),
  startedAt: v.string(),
  /** Length of the file at the end of the last complete page; the rest is written again. */
  bytes: v.number(),
  next: v.nullable(StoredKey),
  items: v.number(),
  checksum: v.string(),
})

export type BackupOrder = {
  table: StoredTable
  stage: string
  /** The path; `<file>.part` until the backup is complete. */
  file: string
  now: Date
  signal: AbortSignal
  /** Receives numbers of items, at first those of an interrupted run. */
  onItems?: (items: number) => void
}

/**
 * Writes a whole table into a file, and reads the file back before it gets its name. An interrupted run continues: each
 * page is a gzip member of its own, behind which the file can be cut.
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
  const saved = savedState(`${file}.state.json`, State)
  const earlier = existsSync(part) ? await saved.read() : null
  if (earlier && earlier.table !== table.name)
    throw new Error(`${part} est la sauvegarde interrompue de la table ${earlier.table} : supprimez-le.`)
  const isContinued = earlier !== null && now.getTime() - Date.parse(earlier.startedAt) < RESUMED_FOR_MS
  const digest = new TableDigest(isContinued ? earlier : undefined)
  const state = isContinued
    ? earlier
    : { table: table.name, startedAt: now.toISOString(), bytes: 0, next: null, ...digest.value }
  onItems?.(state.items)
  const handle = await open(part, 'a', 0o600)
  const append = async (lines: readonly string[]) => {
    if (lines.length === 0) return
    const member = await compressLines(lines)
    await handle.appendFile(member)
    state.bytes += member.length
  }
  try {
    await handle.truncate(state.bytes)
    if (state.bytes === 0)
      await append([formatOrigin({ stage, table: table.name, startedAt: state.startedAt })])
    for await (const { items, next } of scanPages(table, { start: state.next, signal })) {
      for (const item of items) digest.add(item)
      await append(items.map((item) => `{"Item":${formatItem(item)}}`))
      onItems?.(items.length)
      // The last page is not recorded, so that a run that ends before the end line reads it again.
      if (!next) break
      Object.assign(state, { next, ...digest.value })
      await handle.datasync()
      await saved.write(state)
    }
    await append([formatEnd(digest.value)])
    await handle.datasync()
  } finally {
    await handle.close()
  }
  const backup = await openBackup(part)
  await rename(part, file)
  await saved.remove()
  return backup
}
