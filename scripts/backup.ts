import { existsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import {
  type Backup,
  compressLines,
  formatBackup,
  formatEnd,
  formatOrigin,
  openBackup,
} from './operations/backup/backup-file.ts'
import { estimateItems, formatItem, scanPages } from './operations/backup/stored-table.ts'
import { TableDigest } from './operations/backup/table-digest.ts'
import {
  defineCommand,
  optionalText,
  requiredText,
  runCommand,
  stageOption,
} from './operations/command-line.ts'
import { openStoredTable, type StoredTable } from './operations/stage-access.ts'
import { interruption, withProgress } from './operations/terminal.ts'

export type BackupOrder = {
  table: StoredTable
  stage: string
  file: string
  now: Date
  signal: AbortSignal
  onItems?: (items: number) => void
}

/** Reads the file back before it gets its name. @throws the signal's reason; Error in a sentence for the operator */
export async function writeBackup(order: BackupOrder): Promise<Backup> {
  const { table, stage, file, now, signal, onItems } = order
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

export const command = defineCommand({
  name: 'npm run backup',
  summary: `Écrit toute la table dans un fichier, puis le relit en entier. Interrompue, la même commande recommence.`,
  options: {
    stage: stageOption("l'installation à sauvegarder"),
    file: requiredText(
      'sauvegarde.ndjson.gz',
      "le fichier à écrire ; jusqu'à ce qu'il soit complet, il porte le nom <nom>.part",
      '--file doit nommer le fichier à écrire.',
    ),
    table: optionalText(
      'nom',
      'une autre table du même compte AWS, restaurée à un instant donné par exemple',
    ),
  },
  notes: `Le fichier contient les adresses des élèves : gardez-le comme un mot de passe. Il ne contient aucun mot de passe,
Cognito n'en donne pas.`,
  run: async ({ stage, file, table: name }) => {
    const signal = interruption('Interrompu. Pour recommencer, relancez la même commande.')
    const table = await openStoredTable(stage, name)
    const backup = await withProgress('Lecture', await estimateItems(table), (onItems) =>
      writeBackup({ table, stage, file, now: new Date(), signal, onItems }),
    )
    console.log(formatBackup('Sauvegarde complète et relue', file, backup))
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
