import type { StageName } from '#infra/stages.ts'
import { migrationPool } from '../../migrate/user-pool.ts'
import { BadArguments } from '../command-line.ts'
import { interruption } from '../interruption.ts'
import { tellAccounts } from './account-report.ts'
import { openStagePool } from './accounts.ts'
import { openBackup } from './backup-source.ts'
import { compare } from './compare.ts'
import { emptyTable } from './empty-table.ts'
import { moveAccounts } from './move-accounts.ts'
import { count, showProgress } from './progress.ts'
import { restoreTable, writesDone } from './restore-table.ts'
import { estimatedItems, isEmpty, type StoredTable } from './scan-table.ts'
import { openStoredTable } from './stage-store.ts'
import { isSameDigest } from './table-digest.ts'
import type { BackupSource } from './whole-backup.ts'
import { putAll, type Write } from './write-items.ts'

type Mode = 'restore' | 'dry-run' | 'verify'

/** What the operator has asked for. */
export type Options = {
  stage: StageName
  file: string
  from: string | undefined
  mode: Mode
  resume: boolean
  intoNonEmpty: boolean
  replace: string | undefined
  newPool: boolean
}

/** What every step works with. */
type Restoration = Options & { table: StoredTable; backup: BackupSource; signal: AbortSignal }

const SEGMENTS = 4

/**
 * Checks a backup, writes it into the table of a stage and compares the two.
 * @throws Error when the table is not what the backup comes to, BadArguments, the reason of a Ctrl-C
 */
export async function runRestore(options: Options): Promise<void> {
  const { stage, file, mode, newPool } = options
  const signal = interruption('Interrompu. Pour reprendre : la même commande avec --resume.')
  console.error(`Vérification de ${file}…`)
  const backup = await openBackup(file)
  console.log(`Sauvegarde complète : ${file}
  table     ${backup.table}, état du ${backup.takenAt}
  éléments  ${count(backup.digest.items)}
  comptes   ${backup.accounts === null ? 'non listés' : count(backup.accounts)}
  somme     ${backup.digest.checksum}`)
  assertOrigin(backup, options)
  const table = await openStoredTable(stage)
  if (options.replace !== undefined && options.replace !== table.name)
    throw new BadArguments(`--replace doit nommer la table à effacer : ${table.name}.`)
  const restoration = { ...options, table, backup, signal }
  try {
    if (mode === 'dry-run') return await announce(restoration)
    const writes = newPool ? await writesForNewPool(restoration) : () => putAll(backup.items())
    if (mode === 'restore') {
      if (options.replace !== undefined && !options.resume) await wipe(restoration)
      await restore(restoration, writes)
    }
    await verify(restoration, writes())
    if (!newPool) await tellAccounts(backup, stage)
  } finally {
    table.client.destroy()
  }
}

/** A backup of one stage must not end up in another by a slip: production's holds what no trial stage should. */
function assertOrigin(backup: BackupSource, { stage, from }: Options): void {
  if (backup.stage === stage || (from !== undefined && from === (backup.stage ?? backup.table))) return
  const origin = backup.stage ?? backup.table
  throw new Error(`Cette sauvegarde vient de ${origin}, pas de ${stage}. Si c'est voulu : --from ${origin}`)
}

async function announce({ stage, table, backup, file, newPool }: Restoration): Promise<void> {
  const done = await writesDone(besides(file, table, 'json'))
  console.log(
    (await isEmpty(table))
      ? `La table ${table.name} est vide : la restauration peut commencer.`
      : `La table ${table.name} n'est pas vide : la restauration demande --replace ou --into-non-empty, ou --resume après une interruption.`,
  )
  if (done !== null)
    console.log(`Une restauration interrompue en est à ${count(done)} éléments : --resume la reprend.`)
  if (!newPool) await tellAccounts(backup, stage)
  console.log("Rien n'a été écrit.")
}

async function writesForNewPool({
  stage,
  file,
  table,
  ...rest
}: Restoration): Promise<() => AsyncIterable<Write>> {
  const progress = showProgress('Comptes', { estimate: 0 })
  try {
    return await moveAccounts({
      ...rest,
      pool: migrationPool(await openStagePool(stage)),
      file: besides(file, table, 'comptes.ndjson'),
      clock: () => new Date(),
      onAccounts: progress.add,
    })
  } finally {
    progress.end()
  }
}

async function wipe({ table, signal }: Restoration): Promise<void> {
  const progress = showProgress('Effacement', { estimate: await estimatedItems(table) })
  try {
    await emptyTable(table, { segments: SEGMENTS, signal, onItems: progress.add })
  } finally {
    progress.end()
  }
}

async function restore(restoration: Restoration, writes: () => AsyncIterable<Write>): Promise<void> {
  const { table, backup, file, resume, intoNonEmpty, signal } = restoration
  const stateFile = besides(file, table, 'json')
  const done = resume ? ((await writesDone(stateFile)) ?? 0) : 0
  const progress = showProgress('Restauration', { estimate: backup.digest.items, done })
  try {
    const { fingerprint } = backup
    const order = { table, fingerprint, writes, stateFile, resume, intoNonEmpty, now: new Date(), signal }
    const { expired } = await restoreTable({ ...order, onWrites: progress.add })
    if (expired > 0)
      console.log(`${count(expired)} éléments expirés n'ont pas été restaurés : plus rien ne les lit.`)
  } finally {
    progress.end()
  }
}

/** @throws Error when the table is not what the backup comes to */
async function verify(
  { table, intoNonEmpty, signal }: Restoration,
  writes: AsyncIterable<Write>,
): Promise<void> {
  const progress = showProgress('Comparaison', { estimate: await estimatedItems(table) })
  try {
    const result = await compare(table, writes, {
      now: new Date(),
      segments: SEGMENTS,
      signal,
      onItems: progress.add,
    })
    const isSame = isSameDigest(result.backup, result.table)
    console.log(`${isSame ? 'IDENTIQUE' : 'DIFFÉRENT'}, éléments expirés mis à part
  sauvegarde  ${count(result.backup.items)} éléments, somme ${result.backup.checksum}
  table       ${count(result.table.items)} éléments, somme ${result.table.checksum}`)
    if (isSame) return
    throw new Error(
      intoNonEmpty
        ? "La table contient autre chose que la sauvegarde : ce qu'elle avait à d'autres clés, ou des écritures d'entre-temps."
        : 'La table contient autre chose que la sauvegarde : le site y a-t-il écrit pendant ce temps ?',
    )
  } finally {
    progress.end()
  }
}

/** A file beside the backup, one for each table that it is restored into. */
function besides(file: string, { name }: StoredTable, ending: string): string {
  return `${file.replace(/\/+$/, '')}.restore-${name}.${ending}`
}
