/**
 * Writes every resource of a stage's table as CSV, in the format that the import reads (decision D29).
 *
 *   npm run export -- --stage prod --file ressources.csv
 *
 * Without --file it goes to the standard output. Exit codes: 0 done, 1 failed, 2 bad arguments.
 */
import { writeFile } from 'node:fs/promises'
import { exportResources } from '#functions/admin/list-resources.ts'
import { createResourceLists } from '#functions/data/resource-lists.ts'
import { STAGE_NAMES, type StageName } from '#infra/stages.ts'
import { defineCommand, runCommand, stageNamed } from './operations/command-line.ts'
import { openStageTable } from './operations/stage-table.ts'

const USAGE = `Usage : npm run export -- --stage <${STAGE_NAMES.join('|')}> [--file <fichier.csv>]

Écrit toutes les ressources en CSV, dans le format que lit npm run import.
  --stage <nom>  l'installation à lire
  --file <nom>   le fichier à écrire ; sans lui, la sortie standard
  --help         affiche cette aide`

async function run(stage: StageName, file: string | undefined): Promise<void> {
  const table = await openStageTable(stage)
  try {
    const csv = await exportResources({ resourceLists: createResourceLists(table) })
    if (file === undefined) process.stdout.write(csv)
    else {
      await writeFile(file, csv)
      console.log(`Ressources écrites dans ${file}`)
    }
  } finally {
    table.client.destroy()
  }
}

export const command = defineCommand({
  usage: USAGE,
  options: { stage: { type: 'string' }, file: { type: 'string' } },
  run: ({ stage, file }) => run(stageNamed(stage), file),
})

if (import.meta.main) process.exitCode = await runCommand(command)
