import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isExpired } from '#scripts/operations/backup/stored-item.ts'
import { scanPages } from '#scripts/operations/backup/stored-table.ts'
import { type Digest, TableDigest } from '#scripts/operations/backup/table-digest.ts'
import type { StoredTable } from '#scripts/operations/stage-access.ts'
import { type Ended, runToEnd, startCommand } from './command.ts'
import { fillTable } from './fill.ts'
import { type StandIn, startStandIn } from './stand-in.ts'

export type RestoreFigures = {
  items: number
  bytes: number
  backupKills: number
  backupSeconds: number
  restoreKills: number
  /** Items that the killed restore had noted. */
  restoredBeforeKill: number
  restoreSeconds: number
  before: Digest
  after: Digest
}

/** Part of the items that a command has noted when it is killed. */
const KILLED_AT = 0.3

export type RestoreReport = { figures: RestoreFigures; faults: string[] }

/**
 * Fills a table, backs it up, wipes it and restores it with the operator's own commands, both killed on their way where
 * they take long enough, and compares what stands there with what stood (quality bar R6).
 */
export async function testRestore(
  items: number,
  say: (text: string) => void = () => {},
): Promise<RestoreReport> {
  const folder = mkdtempSync(join(tmpdir(), 'restore-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
  const standIn = await startStandIn()
  try {
    return await play(standIn, join(folder, 'sauvegarde.ndjson.gz'), items, say)
  } finally {
    await standIn.stop()
    process.off('exit', removeFolder)
    removeFolder()
  }
}

async function play(
  { table, users, port, wipe }: StandIn,
  file: string,
  items: number,
  say: (text: string) => void,
): Promise<RestoreReport> {
  await fillTable(table, users, items)
  const before = await digestOf(table)
  say(`filled: ${before.items} items that have not expired`)

  const kill = (path: string) => ({ noted: () => notedIn(path), killAt: KILLED_AT * items })
  const backup = await playKilled('backup', ['--file', file], port, kill(`${file}.state.json`))
  say(`backed up in ${backup.seconds.toFixed(1)} s, ${backup.kills} kills`)
  const faults = backup.looksWhole ? ['a killed backup looks like a whole one'] : []

  await wipe()
  const restored = await playKilled(
    'restore',
    ['--file', file],
    port,
    kill(`${file}.restore-${table.name}.json`),
  )
  say(`restored in ${restored.seconds.toFixed(1)} s, ${restored.kills} kills at ${restored.noted} items`)
  const after = await digestOf(table)
  if (!restored.last.stdout.includes('IDENTIQUE')) faults.push('the restore does not call it identical')
  if (before.items !== after.items) faults.push(`${before.items} items before, ${after.items} after`)
  if (before.checksum !== after.checksum) faults.push('the checksums differ')
  await runToEnd('restore', ['--file', file, '--verify'], port)
  return {
    figures: {
      items: before.items,
      bytes: statSync(file).size,
      backupKills: backup.kills,
      backupSeconds: backup.seconds,
      restoreKills: restored.kills,
      restoredBeforeKill: restored.noted,
      restoreSeconds: restored.seconds,
      before,
      after,
    },
    faults,
  }
}

type Killed = { last: Ended; kills: number; noted: number; seconds: number; looksWhole: boolean }

/** Runs a command, kills it once it has noted so many items, and lets it take up its own work. */
async function playKilled(
  name: 'backup' | 'restore',
  args: readonly string[],
  port: number,
  { noted, killAt }: { noted: () => Promise<number>; killAt: number },
): Promise<Killed> {
  const first = startCommand(name, args, port)
  let isOver = false
  const watched = first.ended.then((ended) => {
    isOver = true
    return ended
  })
  let seen = 0
  // oxlint-disable-next-line no-unmodified-loop-condition -- it is, by the callback above
  while (!isOver && seen < killAt) {
    await setTimeout(10)
    seen = await noted()
  }
  const wasRunning = !isOver
  if (wasRunning) first.kill()
  const ended = await watched
  if (!wasRunning || ended.code === 0) {
    if (ended.code !== 0) throw new Error(`${name} ended with ${ended.code}\n${ended.stderr}`)
    return { last: ended, kills: 0, noted: 0, seconds: ended.seconds, looksWhole: false }
  }
  const looksWhole = name === 'backup' && existsSync(args[1] ?? '')
  const last = await runToEnd(name, args, port)
  return { last, kills: 1, noted: seen, seconds: ended.seconds + last.seconds, looksWhole }
}

/** How many items a command's state tells of; 0 when there is none yet. */
async function notedIn(path: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => '{}')
  const { done, items } = JSON.parse(text) as { done?: number; items?: number }
  return done ?? items ?? 0
}

async function digestOf(table: StoredTable): Promise<Digest> {
  const digest = new TableDigest()
  const now = new Date()
  for await (const { items } of scanPages(table))
    for (const item of items) if (!isExpired(item, now)) digest.add(item)
  return digest.value
}
