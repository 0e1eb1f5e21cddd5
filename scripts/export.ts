import { writeFile } from 'node:fs/promises'
import { exportResources } from '#functions/admin/import/import-resources.ts'
import { exportSubjects } from '#functions/admin/import/import-subjects.ts'
import { createResources } from '#functions/data/resources.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import type { Table } from '#functions/data/table/client.ts'
import {
  BadArguments,
  defineCommand,
  optionalText,
  runCommand,
  stageOption,
} from './operations/command-line.ts'
import { exportUsers } from './operations/import-users.ts'
import { openStageTable } from './operations/stage-access.ts'

export const exportKind = {
  resources: async (table: Table) => {
    const deps = { resources: createResources(table) }
    const whole = { mayGoOn: () => true, maxBytes: Number.POSITIVE_INFINITY }
    return (await exportResources(deps, whole)).csv
  },
  subjects: async (table: Table) => exportSubjects(await createSubjects(table).listAll()),
  users: exportUsers,
}

export const command = defineCommand({
  name: 'npm run export',
  summary: `Écrit des ressources, des sujets ou des comptes en CSV, dans le format que lit npm run import.
Chaque fichier peut être - pour la sortie standard.`,
  options: {
    stage: stageOption("l'installation à lire"),
    resources: optionalText('fichier', 'le fichier des ressources'),
    subjects: optionalText('fichier', 'le fichier des sujets du bac'),
    users: optionalText(
      'fichier',
      'le fichier des comptes et des adresses bloquées ; gardez-le comme un mot de passe',
    ),
  },
  run: async ({ stage, ...files }) => {
    const wanted = (['resources', 'subjects', 'users'] as const).flatMap((kind) => {
      const file = files[kind]
      return file === undefined ? [] : [{ kind, file }]
    })
    if (wanted.length === 0)
      throw new BadArguments('Nommez un fichier à écrire : --resources, --subjects ou --users.')
    const table = await openStageTable(stage)
    for (const { kind, file } of wanted) {
      const csv = await exportKind[kind](table)
      if (file === '-') process.stdout.write(csv)
      else {
        await writeFile(file, csv, { mode: 0o600 })
        console.log(`${file} est écrit.`)
      }
    }
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
