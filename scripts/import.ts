import { readFile } from 'node:fs/promises'
import { importResources } from '#functions/admin/import/import-resources.ts'
import { importSubjects } from '#functions/admin/import/import-subjects.ts'
import type { LineReport } from '#functions/admin/import/plan.ts'
import { SYSTEM } from '#functions/data/audit.ts'
import { createResources } from '#functions/data/resources.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import type { Table } from '#functions/data/table/client.ts'
import { systemClock } from '#functions/http/use-case.ts'
import { loadStage, type StageName } from '#infra/stages.ts'
import {
  BadArguments,
  defineCommand,
  flag,
  optionalText,
  runCommand,
  stageOption,
} from './operations/command-line.ts'
import { importUsers } from './operations/import-users.ts'
import { openStagePool, openStageTable } from './operations/stage-access.ts'
import { withProgress } from './operations/terminal.ts'

// Cached copies at the edge need no invalidation: the path of a new file holds its new version.
const edgeCache = { forget: async () => undefined }
// A subject that changes is prepared by the table's stream.
const preparation = { lookAgain: async () => undefined }

type Import = (
  csv: string,
  options: { table: Table; stage: StageName; isDryRun: boolean; onProgress: (lines: number) => void },
) => Promise<LineReport[]>

export const importKind = {
  subjects: async (csv, { table, isDryRun, onProgress }) => {
    const deps = { subjects: createSubjects(table), edgeCache, preparation, clock: systemClock }
    return (await importSubjects(deps, SYSTEM, csv, { isDryRun, mayGoOn: reportTo(onProgress) })).lines
  },
  resources: async (csv, { table, isDryRun, onProgress }) => {
    const deps = { resources: createResources(table), edgeCache, clock: systemClock }
    return (await importResources(deps, SYSTEM, csv, { isDryRun, mayGoOn: reportTo(onProgress) })).lines
  },
  users: async (csv, { table, stage, isDryRun, onProgress }) => {
    const pool = await openStagePool(stage)
    const deps = { table, pool, owners: loadStage(stage).owners, now: () => new Date() }
    return importUsers(deps, csv, { isDryRun, onProgress })
  },
} satisfies Record<string, Import>

/** Continues to the end, and reports how many more lines are done. */
function reportTo(onProgress: (lines: number) => void): (done: number) => boolean {
  let shown = 0
  return (done) => {
    onProgress(done - shown)
    shown = done
    return true
  }
}

/** Decodes UTF-8, or the older encoding of Windows that spreadsheets write. */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export function formatReports(reports: readonly LineReport[], isDryRun: boolean): string {
  const count = (outcome: LineReport['outcome']) => reports.filter((each) => each.outcome === outcome).length
  const faults = reports.flatMap(({ line, errors }) =>
    errors.map(({ path, message }) => `Ligne ${line} : ${path === '' ? message : `${path} : ${message}`}`),
  )
  return [
    ...faults,
    `${isDryRun ? 'À faire' : 'Fait'} : ${count('created')} ajoutées, ${count('updated')} modifiées.`,
    `${count('unchanged')} déjà à jour, ${count('refused')} refusées.`,
  ].join('\n')
}

export const command = defineCommand({
  name: 'npm run import',
  summary: `Ajoute ou met à jour ce que contient un fichier CSV (séparateur ; ou , avec une ligne d'en-tête), dans le format
de npm run export. Ce qui est déjà là ne change plus : une commande interrompue se relance.`,
  options: {
    stage: stageOption("l'installation à remplir"),
    resources: optionalText('fichier', 'les ressources, comme dans le tableau de bord'),
    subjects: optionalText(
      'fichier',
      'les sujets du bac : track, year, session, file, et au besoin isFree, correction, video, exercises',
    ),
    users: optionalText(
      'fichier',
      `les comptes : email, createdAt, isPremium, et au besoin premiumUntil, paymentAmount, paymentMeans,
paymentReference, isAdmin, blockedReason, blockedAt (docs/moving-in.md)`,
    ),
    'dry-run': flag("vérifie chaque ligne et n'écrit rien"),
  },
  run: async ({ stage, 'dry-run': isDryRun, ...files }) => {
    const [kind, ...others] = (['resources', 'subjects', 'users'] as const).filter(
      (each) => files[each] !== undefined,
    )
    if (kind === undefined || others.length > 0)
      throw new BadArguments('Nommez un seul fichier à lire : --resources, --subjects ou --users.')
    const csv = decodeText(await readFile(files[kind] ?? ''))
    const table = await openStageTable(stage)
    const reports = await withProgress('Lignes', 0, (onProgress) =>
      importKind[kind](csv, { table, stage, isDryRun, onProgress }),
    )
    console.log(formatReports(reports, isDryRun))
    if (reports.some(({ outcome }) => outcome === 'refused'))
      throw new Error('Corrigez les lignes refusées et relancez la commande : les autres ne changeront plus.')
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
