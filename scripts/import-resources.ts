/**
 * Brings the resources of a CSV file into a stage's table, as the dashboard does (decision D29).
 *
 *   npm run import -- --stage prod --file ressources.csv --dry-run
 *
 * Batches of lines, each one transaction with one audit entry by SYSTEM: a run that broke off is finished by running it
 * again, since lines that are in already change nothing. Exit codes: 0 done, 1 failed or some lines were refused, 2 bad
 * arguments.
 */
import { readFile } from 'node:fs/promises'
import { importResources } from '#functions/admin/import/import-resources.ts'
import type { LineReport } from '#functions/admin/import/plan.ts'
import { SYSTEM } from '#functions/data/audit-entry.ts'
import type { Table } from '#functions/data/client.ts'
import { createResourceChanges } from '#functions/data/resource-changes.ts'
import { createResourceLists } from '#functions/data/resource-lists.ts'
import { createResources } from '#functions/data/resources.ts'
import { systemClock } from '#functions/http/clock.ts'
import { STAGE_NAMES, type StageName } from '#infra/stages.ts'
import { BadArguments, defineCommand, runCommand, stageNamed } from './operations/command-line.ts'
import { openStageTable } from './operations/stage-table.ts'

const USAGE = `Usage : npm run import -- --stage <${STAGE_NAMES.join('|')}> --file <fichier.csv> [--dry-run]

Ajoute ou met à jour les ressources d'un fichier CSV (séparateur ; ou , avec une ligne d'en-tête).
  --stage <nom>  l'installation à remplir
  --file <nom>   le fichier, dans le format de npm run export
  --dry-run      vérifie chaque ligne et n'écrit rien
  --help         affiche cette aide`

type Summary = Record<LineReport['outcome'], number>

/**
 * Imports the text of a file.
 * @param show gets the progress and every refused line, in French
 * @throws DomainError when it is no such file, or the table does not answer
 */
export async function importFile(
  table: Table,
  csv: string,
  { isDryRun, show }: { isDryRun: boolean; show: (line: string) => void },
): Promise<Summary> {
  const deps = {
    resources: createResources(table),
    resourceLists: createResourceLists(table),
    resourceChanges: createResourceChanges(table),
    // Copies at the edge die by themselves: the path of a new file holds its new version.
    edgeCache: { forget: async () => undefined },
    clock: systemClock,
  }
  const { lines } = await importResources(deps, SYSTEM, csv, {
    isDryRun,
    mayGoOn: (done, of) => {
      show(`${done} lignes sur ${of}...`)
      return true
    },
  })
  const summary: Summary = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  for (const { line, outcome, errors } of lines) {
    summary[outcome] += 1
    for (const { path, message } of errors)
      show(`Ligne ${line} : ${path === '' ? message : `${path} : ${message}`}`)
  }
  return summary
}

/** Text as a spreadsheet wrote it: UTF-8, or the older encoding of Windows. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function run(stage: StageName, file: string, isDryRun: boolean): Promise<void> {
  const text = textOf(await readFile(file))
  const table = await openStageTable(stage)
  try {
    const { created, updated, unchanged, refused } = await importFile(table, text, {
      isDryRun,
      show: (line) => console.log(line),
    })
    console.log(`${isDryRun ? 'À faire' : 'Fait'} : ${created} ajoutées, ${updated} modifiées.`)
    console.log(`${unchanged} déjà à jour, ${refused} refusées.`)
    if (refused > 0)
      throw new Error('Corrigez les lignes refusées et relancez la commande : les autres ne changeront plus.')
  } finally {
    table.client.destroy()
  }
}

export const command = defineCommand({
  usage: USAGE,
  options: { stage: { type: 'string' }, file: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  run: ({ stage, file, 'dry-run': isDryRun = false }) => {
    const name = stageNamed(stage)
    if (file === undefined) throw new BadArguments('--file doit nommer le fichier à lire.')
    return run(name, file, isDryRun)
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
