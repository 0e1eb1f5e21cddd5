/**
 * Moves the old site's data into a stage: accounts, blocked addresses, bac subjects, resources and the admin log, from CSV
 * or JSON exports of its tables (docs/moving-in.md).
 *
 *   npm run migrate -- --stage prod --from export --dry-run
 *   npm run migrate -- --stage prod --from export
 *
 * A run that broke off is finished by running it again; what is there already changes nothing. Exit codes: 0 every row is
 * moved or there, 1 failed or some rows are left, 2 bad arguments.
 */
import * as v from 'valibot'
import { stageNames } from '#infra/names.ts'
import { loadStage, STAGE_NAMES, type StageName } from '#infra/stages.ts'
import { endOfDay } from '#shared/domain/week.ts'
import { Day, normalizeEmail } from '#shared/entities/fields.ts'
import { useRunningLocalCloud } from './local/running-cloud.ts'
import { type MigrationOptions, migrateFolder } from './migrate/migrate-folder.ts'
import { OLD_TABLES, type OldTable } from './migrate/old-tables.ts'
import { migrationClient, migrationPool } from './migrate/user-pool.ts'
import { BadArguments, defineCommand, runCommand, stageNamed } from './operations/command-line.ts'
import { findUserPool } from './operations/pool-accounts.ts'
import { openStageTable } from './operations/stage-table.ts'

const USAGE = `Usage : npm run migrate -- --stage <${STAGE_NAMES.join('|')}> --from <dossier> [options]

Reprend les données de l'ancien site depuis des exports CSV ou JSON de ses tables :
${OLD_TABLES.join(', ')} (par exemple profiles.csv ou resources_rows.json).
Lancez d'abord avec --dry-run : sans simulation des mêmes fichiers, rien n'est écrit.
  --stage <nom>              l'installation à remplir
  --from <dossier>           le dossier des exports ; les rapports y sont écrits
  --dry-run                  vérifie chaque ligne, dit ce qui serait fait et n'écrit rien
  --only <table,...>         seulement ces tables (blocked_users va toujours avec profiles)
  --admins <adresse,...>     les comptes qui restent administrateurs ; les autres deviennent élèves
  --premium-until <jour>     dernier jour des Premium repris, AAAA-MM-JJ ; sans lui, celui de l'offre s'il
                             est à venir, sinon aucun
  --yes                      écrit sans simulation préalable
  --help                     affiche cette aide`

type Chosen = Omit<MigrationOptions, 'show' | 'stage'> & { admins: string[]; premiumUntil: string | null }

async function run(name: StageName, { admins, premiumUntil, ...options }: Chosen): Promise<void> {
  const stage = loadStage(name)
  const localPoolId = name === 'local' ? await useRunningLocalCloud() : null
  const cognito = migrationClient(stage.region)
  const table = await openStageTable(name)
  try {
    const userPoolId = localPoolId ?? (await findUserPool(cognito, stageNames(name).userPool))
    const deps = {
      table,
      // The local pool has no quotas.
      pool: migrationPool({ cognito, userPoolId }, name === 'local' ? 1_000 : undefined),
      owners: stage.owners,
      admins,
      offer: { priceDh: stage.site.priceDh, validUntil: stage.site.premiumValidUntil },
      premiumUntil,
      now: () => new Date(),
    }
    const show = (line: string) => console.log(line)
    const { left, unmoved } = await migrateFolder(deps, { ...options, stage: name, show })
    if (unmoved > 0) throw new Error(`${unmoved} lignes n'ont pas été reprises : relancez la commande.`)
    if (left > 0)
      throw new Error(
        `${left} lignes sont laissées, avec leurs raisons ci-dessus : corrigez-les et relancez.`,
      )
    console.log(options.isDryRun ? 'Tout peut être repris.' : 'Tout est repris.')
  } finally {
    table.client.destroy()
    cognito.destroy()
  }
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((each) => each.trim() || [])
}

function tablesNamed(text: string | undefined): readonly OldTable[] {
  const names = listOf(text)
  const tables = OLD_TABLES.filter((table) => names.includes(table))
  if (tables.length < names.length)
    throw new BadArguments(`--only doit nommer des tables : ${OLD_TABLES.join(', ')}.`)
  return text === undefined ? OLD_TABLES : tables
}

function dayToCome(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!v.is(Day, text) || endOfDay(text) <= new Date())
    throw new BadArguments('--premium-until doit être un jour à venir, AAAA-MM-JJ.')
  return text
}

export const command = defineCommand({
  usage: USAGE,
  options: {
    stage: { type: 'string' },
    from: { type: 'string' },
    'dry-run': { type: 'boolean' },
    only: { type: 'string' },
    admins: { type: 'string' },
    'premium-until': { type: 'string' },
    yes: { type: 'boolean' },
  },
  run: ({ stage, from, only, admins, ...values }) => {
    const name = stageNamed(stage)
    if (from === undefined) throw new BadArguments('--from doit nommer le dossier des exports.')
    return run(name, {
      folder: from,
      only: tablesNamed(only),
      admins: listOf(admins).map(normalizeEmail).toSorted(),
      premiumUntil: dayToCome(values['premium-until']),
      isDryRun: values['dry-run'] ?? false,
      isSure: values.yes ?? false,
    })
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
