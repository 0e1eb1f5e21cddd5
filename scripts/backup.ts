import { formatBackup } from './operations/backup/backup-file.ts'
import { estimateItems } from './operations/backup/stored-table.ts'
import { writeBackup } from './operations/backup/write-backup.ts'
import {
  defineCommand,
  optionalText,
  requiredText,
  runCommand,
  stageOption,
} from './operations/command-line.ts'
import { openStoredTable } from './operations/stage-access.ts'
import { interruption, withProgress } from './operations/terminal.ts'

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
