/**
 * Brings the resources of a CSV file into a stage's table, as the dashboard does (decision D29).
 *
 *   npm run import -- --stage prod --file ressources.csv --dry-run
 *
 * Batches of lines, each one transaction with one audit entry by SYSTEM: a run that broke off is finished by running it
 * again, since lines that are in already change nothing. Exit codes: 0 done, 1 failed, 2 bad arguments, 3 some lines
 * were refused.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { importResources } from '#functions/admin/import/import-resources.ts'
import type { LineReport } from '#functions/admin/import/plan.ts'
import { SYSTEM } from '#functions/data/audit-entry.ts'
import type { Table } from '#functions/data/client.ts'
import { resourceChangesOf } from '#functions/data/resource-changes.ts'
import { resourceListsOf } from '#functions/data/resource-lists.ts'
import { resourcesOf } from '#functions/data/resources.ts'
import { systemClock } from '#functions/http/clock.ts'
import { STAGE_NAMES, type StageName } from '#infra/stages.ts'
import { Refusal } from '#shared/domain/refusal.ts'
import { openStageTable } from './stage-table.ts'

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
 * @throws Refusal when it is no such file, or the table does not answer
 */
export async function importFile(
  table: Table,
  csv: string,
  { isDryRun, show }: { isDryRun: boolean; show: (line: string) => void },
): Promise<Summary> {
  const deps = {
    resources: resourcesOf(table),
    resourceLists: resourceListsOf(table),
    resourceChanges: resourceChangesOf(table),
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

async function run(stage: StageName, file: string, isDryRun: boolean): Promise<number> {
  const text = textOf(await readFile(file))
  const table = await openStageTable(stage)
  try {
    const { created, updated, unchanged, refused } = await importFile(table, text, {
      isDryRun,
      show: (line) => console.log(line),
    })
    console.log(`${isDryRun ? 'À faire' : 'Fait'} : ${created} ajoutées, ${updated} modifiées.`)
    console.log(`${unchanged} déjà à jour, ${refused} refusées.`)
    return refused > 0 ? 3 : 0
  } finally {
    table.client.destroy()
  }
}

function sayWhy(error: unknown): void {
  if (error instanceof Refusal && error.details.errors)
    for (const { message } of error.details.errors) console.error(message)
  else if (error instanceof Refusal)
    console.error(`La table ne répond pas (${error.code}). Relancez la commande.`)
  else console.error(error instanceof Error ? error.message : error)
}

async function main(): Promise<number> {
  try {
    const { values } = parseArgs({
      options: {
        stage: { type: 'string' },
        file: { type: 'string' },
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    const stage = STAGE_NAMES.find((name) => name === values.stage)
    if (values.help) {
      console.log(USAGE)
      return 0
    }
    if (!stage || !values.file) {
      console.error(USAGE)
      return 2
    }
    return await run(stage, values.file, values['dry-run'] ?? false)
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) {
      console.error(`${error.message}\n\n${USAGE}`)
      return 2
    }
    sayWhy(error)
    return 1
  }
}

if (import.meta.main) process.exitCode = await main()
