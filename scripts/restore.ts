import type { StageName } from '#infra/stages.ts'
import { listAccounts } from './operations/accounts.ts'
import { type Backup, formatBackup, openBackup } from './operations/backup/backup-file.ts'
import { describeAccounts, moveToNewPool, readProfiles } from './operations/backup/new-pool.ts'
import {
  compareTable,
  type RestoreOrder,
  readWritesDone,
  restoreTable,
} from './operations/backup/restore-table.ts'
import {
  emptyTable,
  estimateItems,
  isEmpty,
  isOfPublication,
  type Write,
} from './operations/backup/stored-table.ts'
import { isSameDigest } from './operations/backup/table-digest.ts'
import {
  BadArguments,
  defineCommand,
  flag,
  optionalText,
  requiredText,
  runCommand,
  stageOption,
} from './operations/command-line.ts'
import { openStagePool, openStoredTable } from './operations/stage-access.ts'
import { formatCount, interruption, withProgress } from './operations/terminal.ts'

type Order = Omit<RestoreOrder, 'writes'> & { stage: StageName; backup: Backup }

/** Refuses a backup of another stage, unless `--from` names it. */
function assertOrigin({ stage: origin, table }: Backup, stage: StageName, from: string | undefined): void {
  const name = origin ?? table
  if (name !== stage && name !== from)
    throw new Error(`Cette sauvegarde vient de ${name}, pas de ${stage}. Si c'est voulu : --from ${name}`)
}

async function announce(order: Order, isReplaced: boolean): Promise<void> {
  const done = await readWritesDone(order)
  if (await isEmpty(order.table))
    console.log(`La table ${order.table.name} est vide : la restauration peut commencer.`)
  else if (done !== null)
    console.log(
      `Une restauration interrompue en est à ${formatCount(done)} éléments : la commande la continue.`,
    )
  else {
    const kept = order.intoNonEmpty
      ? 'y remplace ce que la sauvegarde contient'
      : 'demande --replace ou --into-non-empty'
    const does = isReplaced ? "l'efface d'abord" : kept
    console.log(`La table ${order.table.name} n'est pas vide : la restauration ${does}.`)
  }
}

async function writeBackupInto({ backup, ...order }: Order, writes: RestoreOrder['writes']): Promise<void> {
  const { expired } = await withProgress('Restauration', backup.digest.items, (onItems) =>
    restoreTable({ ...order, writes, onWrites: onItems }),
  )
  if (expired > 0)
    console.log(`${formatCount(expired)} éléments expirés n'ont pas été restaurés : plus rien ne les lit.`)
}

/** @throws Error when the table is not what the backup comes to */
async function verify({ table, intoNonEmpty, signal }: Order, writes: AsyncIterable<Write>): Promise<void> {
  const found = await withProgress('Comparaison', await estimateItems(table), (onItems) =>
    compareTable(table, writes, { now: new Date(), signal, onItems }),
  )
  const isSame = isSameDigest(found.backup, found.table)
  console.log(`${isSame ? 'IDENTIQUE' : 'DIFFÉRENT'}, éléments expirés mis à part
  sauvegarde  ${formatCount(found.backup.items)} éléments, somme ${found.backup.checksum}
  table       ${formatCount(found.table.items)} éléments, somme ${found.table.checksum}`)
  if (!isSame)
    throw new Error(
      intoNonEmpty
        ? "La table contient autre chose que la sauvegarde : ce qu'elle avait à d'autres clés, ou des écritures d'entre-temps."
        : 'La table contient autre chose que la sauvegarde : le site y a-t-il écrit pendant ce temps ?',
    )
}

/** Removes the state of the publication, which exports of DynamoDB contain. */
function withoutPublication(backup: Backup): Backup {
  return {
    ...backup,
    items: async function* () {
      for await (const item of backup.items()) if (!isOfPublication(item)) yield item
    },
  }
}

async function* putAll(backup: Backup): AsyncGenerator<Write> {
  for await (const item of backup.items()) yield { put: item }
}

/** Prepares the writes; with a new pool its accounts are created first. */
async function planWrites(order: Order, notesFile: string | null): Promise<RestoreOrder['writes']> {
  const { backup, stage } = order
  if (notesFile === null) return () => putAll(backup)
  const pool = await openStagePool(stage)
  return withProgress('Comptes', 0, (onItems) =>
    moveToNewPool({ ...order, pool, notesFile, clock: () => new Date(), onAccounts: onItems }),
  )
}

async function showAccounts({ backup, stage }: Order): Promise<void> {
  const accounts = await listAccounts(await openStagePool(stage))
  for (const line of describeAccounts(await readProfiles(backup), accounts)) console.log(line)
}

export const command = defineCommand({
  name: 'npm run restore',
  summary: `Vérifie la sauvegarde, l'écrit dans la table de l'installation, puis compare les deux : nombre d'éléments et somme.
Interrompue, la même commande continue là où elle s'est arrêtée.`,
  options: {
    stage: stageOption("l'installation à restaurer"),
    file: requiredText(
      'sauvegarde',
      "un fichier de npm run backup, ou le dossier d'un export de DynamoDB vers S3 (manifest-summary.json)",
      '--file doit nommer la sauvegarde à lire.',
    ),
    'dry-run': flag("vérifie la sauvegarde et dit ce qui serait fait ; n'écrit rien"),
    verify: flag("compare seulement, n'écrit rien"),
    'into-non-empty': flag(
      "remplace, élément par élément, ce que la table contient déjà ; n'efface rien d'autre",
    ),
    replace: optionalText(
      'table',
      "efface d'abord, élément par élément, tout ce que contient la table dont c'est le nom",
    ),
    from: optionalText('nom', "confirme que la sauvegarde vient d'une autre installation"),
    'new-pool': flag(
      "le groupe d'utilisateurs est perdu et un autre, vide, le remplace : recrée les comptes",
    ),
  },
  run: async ({ stage, file, from, replace, verify: isVerification, ...flags }) => {
    const { 'dry-run': isDryRun, 'into-non-empty': intoNonEmpty, 'new-pool': isNewPool } = flags
    if (isVerification && (isDryRun || isNewPool))
      throw new BadArguments('--verify ne va ni avec --dry-run ni avec --new-pool.')
    if (replace !== undefined && intoNonEmpty)
      throw new BadArguments('--replace efface ce que --into-non-empty garde : choisissez.')
    const signal = interruption('Interrompu. Pour continuer, relancez la même commande.')
    console.error(`Vérification de ${file}…`)
    const opened = await openBackup(file).catch((error: Error) => {
      throw new BadArguments(error.message)
    })
    console.log(formatBackup('Sauvegarde complète', file, opened))
    const backup = withoutPublication(opened)
    assertOrigin(backup, stage, from)
    const table = await openStoredTable(stage)
    if (replace !== undefined && replace !== table.name)
      throw new BadArguments(`--replace doit nommer la table à effacer : ${table.name}.`)
    const beside = `${file.replace(/\/+$/, '')}.restore-${table.name}`
    const { checksum } = backup.digest
    const files = { stateFile: `${beside}.json`, notesFile: isNewPool ? `${beside}.comptes.ndjson` : null }
    const order = { stage, backup, table, checksum, intoNonEmpty, now: new Date(), signal, ...files }
    if (isDryRun) await announce(order, replace !== undefined)
    else {
      const writes = await planWrites(order, files.notesFile)
      if (!isVerification) {
        if (replace !== undefined && (await readWritesDone(order)) === null)
          await withProgress('Effacement', await estimateItems(table), (onItems) =>
            emptyTable(table, signal, onItems),
          )
        await writeBackupInto(order, writes)
      }
      await verify(order, writes())
    }
    if (!isNewPool) await showAccounts(order)
    if (isDryRun) console.log("Rien n'a été écrit.")
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
