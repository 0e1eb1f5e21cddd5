/**
 * Writes the whole table of a stage, and the list of its accounts, into one compressed file (docs/runbook.md, Restore).
 *
 *   npm run backup -- --stage prod --file sauvegarde.ndjson.gz
 *
 * Exit codes: 0 done, 1 failed or interrupted, 2 bad arguments.
 */
import { STAGE_NAMES, type StageName } from '#infra/stages.ts'
import { listAccounts, openStagePool } from './operations/backup/accounts.ts'
import { count, showProgress } from './operations/backup/progress.ts'
import { estimatedItems } from './operations/backup/scan-table.ts'
import { openStoredTable } from './operations/backup/stage-store.ts'
import { writeBackup } from './operations/backup/write-backup.ts'
import { BadArguments, defineCommand, runCommand, stageNamed } from './operations/command-line.ts'
import { interruption } from './operations/interruption.ts'

const USAGE = `Usage : npm run backup -- --stage <${STAGE_NAMES.join('|')}> --file <sauvegarde.ndjson.gz> [--resume]

Écrit toute la table et la liste des comptes dans un fichier, puis le relit en entier.
  --stage <nom>    l'installation à sauvegarder
  --file <nom>     le fichier à écrire ; jusqu'à ce qu'il soit complet, il porte le nom <nom>.part
  --resume         reprend une sauvegarde interrompue
  --segments <n>   parties de la table lues en même temps, de 1 à 64 ; 4 par défaut
  --table <nom>    une autre table du même compte AWS, restaurée à un instant donné par exemple
  --no-accounts    sans la liste des comptes, quand le groupe d'utilisateurs est perdu
  --help           affiche cette aide

Le fichier contient les adresses des élèves : gardez-le comme un mot de passe. Il ne contient aucun mot de passe,
Cognito n'en donne pas.`

type Options = {
  file: string
  segments: number
  table: string | undefined
  resume: boolean
  withAccounts: boolean
}

async function run(stage: StageName, options: Options): Promise<void> {
  const { file, segments, table: name, resume, withAccounts } = options
  const signal = interruption('Interrompu. Pour reprendre : la même commande avec --resume.')
  const table = await openStoredTable(stage, name)
  const pool = withAccounts ? await openStagePool(stage) : null
  const progress = showProgress('Lecture', { estimate: await estimatedItems(table) })
  try {
    const backup = await writeBackup({
      table,
      stage,
      file,
      segments,
      resume,
      accounts: pool && (() => listAccounts(pool)),
      now: new Date(),
      signal,
      onItems: progress.add,
    })
    console.log(`Sauvegarde complète et relue : ${file}
  table     ${backup.table}, état du ${backup.takenAt}
  éléments  ${count(backup.digest.items)}
  comptes   ${backup.accounts === null ? 'non listés' : count(backup.accounts)}
  somme     ${backup.digest.checksum}
  fichier   SHA-256 ${backup.fingerprint} (${file}.sha256)`)
  } finally {
    progress.end()
    table.client.destroy()
  }
}

export const command = defineCommand({
  usage: USAGE,
  options: {
    stage: { type: 'string' },
    file: { type: 'string' },
    segments: { type: 'string' },
    table: { type: 'string' },
    resume: { type: 'boolean' },
    'no-accounts': { type: 'boolean' },
  },
  run: ({ stage, file, segments = '4', table, resume = false, 'no-accounts': noAccounts = false }) => {
    const name = stageNamed(stage)
    if (!file) throw new BadArguments('--file doit nommer le fichier à écrire.')
    if (!/^[1-9]\d?$/.test(segments) || Number(segments) > 64)
      throw new BadArguments('--segments : un nombre de 1 à 64.')
    return run(name, { file, segments: Number(segments), table, resume, withAccounts: !noAccounts })
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
