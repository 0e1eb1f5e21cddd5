import { isOfferOver } from '#shared/domain/premium.ts'
import { assertTried, fingerprintOf, reportPath, writeReport } from './dry-run.ts'
import { migrateMessages as texts } from './messages.ts'
import { addressOf } from './old-address.ts'
import { OLD_TABLES, type OldFile, type OldTable } from './old-tables.ts'
import { type MigrationDeps, planMigration, type Step } from './plan.ts'
import { isAdmin } from './profiles.ts'
import { readFolder } from './read-folder.ts'
import { countOpen, outcomesOf, reportOf } from './report.ts'

export type MigrationOptions = {
  stage: string
  folder: string
  /** The tables to move; blocked addresses always go with the accounts. */
  only: readonly OldTable[]
  isDryRun: boolean
  /** Goes on without a dry run. */
  isSure: boolean
  /** Gets the report and the progress, in French. */
  show: (line: string) => void
}

/**
 * Moves the exports of a folder, or says what would be moved. Every row ends in the report: moved, there already, or left
 * with its reason. Running again moves what a broken run or a corrected file has left.
 * @returns how many rows stay where they are, and how many should have been moved and are not
 * @throws Error when the files cannot be read, were not tried before, or know an address of `admins` as no admin's
 */
export async function migrateFolder(
  deps: MigrationDeps,
  options: MigrationOptions,
): Promise<{ left: number; unmoved: number }> {
  const { stage, folder, isDryRun, isSure, show } = options
  const { files: all, digest } = await readFolder(folder)
  const wanted = wantedTables(options.only)
  const files = chosenFiles(all, wanted)
  const { admins, premiumUntil } = deps
  assertAdmins(admins, files)
  const tables = files.map(({ table }) => table)
  const fingerprint = fingerprintOf({ stage, digest, tables, admins, premiumUntil })
  if (!isDryRun && !isSure) await assertTried(reportPath(folder, stage, 'dry-run'), fingerprint)
  const plan = await planMigration(deps, files)
  if (!isDryRun) for (const step of plan.steps) await carryOut(step, show)
  const after = isDryRun ? plan : await planMigration(deps, files, plan.refused)
  const outcomes = outcomesOf(plan.tables, after.tables)
  const kind = isDryRun ? 'dry-run' : 'done'
  const premium = premiumInWords(deps)
  const missing = wanted.filter((table) => !tables.includes(table))
  const report = reportOf(outcomes, { kind, stage, folder, premium, missing, fingerprint })
  const path = reportPath(folder, stage, kind)
  await writeReport(path, report.file)
  show(report.terminal)
  show(`\nRapport complet : ${path}`)
  const { left, unmoved } = countOpen(outcomes)
  return { left, unmoved: isDryRun ? 0 : unmoved }
}

/** In the order of moving. */
function wantedTables(only: readonly OldTable[]): OldTable[] {
  return OLD_TABLES.filter(
    (table) => only.includes(table) || (table === 'blocked_users' && only.includes('profiles')),
  )
}

/** In the same order. @throws Error when there is none */
function chosenFiles(files: readonly OldFile[], wanted: readonly OldTable[]): OldFile[] {
  const chosen = wanted.flatMap((table) => files.filter((file) => file.table === table))
  if (chosen.length === 0) throw new Error(texts.noChosenFiles)
  return chosen
}

/** Whoever is to stay an admin must have been one. */
function assertAdmins(admins: readonly string[], files: readonly OldFile[]): void {
  const rows = files.find(({ table }) => table === 'profiles')?.rows ?? []
  const known = new Set(rows.filter(({ cells }) => isAdmin(cells)).map((row) => addressOf(row)))
  const unknown = admins.filter((email) => !known.has(email))
  if (unknown.length > 0) throw new Error(texts.unknownAdmins(unknown))
}

/** How many rows lie between two lines of progress. */
const TOLD_EVERY = 100

async function carryOut({ name, total, carryOut: work }: Step, show: (line: string) => void): Promise<void> {
  let told = 0
  show(`${name} : ${total}`)
  await work((done) => {
    if (done - told < TOLD_EVERY && done < total) return
    told = done
    show(`${name} : ${done} sur ${total}...`)
  })
}

function premiumInWords({ offer, premiumUntil, now }: MigrationDeps): string {
  const until = premiumUntil ?? (isOfferOver(offer, now()) ? null : offer.validUntil)
  return until === null ? 'sans date de fin' : `jusqu'au ${until} inclus`
}
