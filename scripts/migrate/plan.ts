import { existingOf } from '#functions/admin/import/existing.ts'
import { createAuditHistory } from '#functions/data/audit-history.ts'
import { createResourceLists } from '#functions/data/resource-lists.ts'
import { createResources } from '#functions/data/resources.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { planAudit, readEntries } from './audit-log.ts'
import { faultyBlocks, planBlocks } from './blocks.ts'
import { type Line, unreadableLines, worksOf } from './line.ts'
import {
  type AccountDeps,
  blockAddresses,
  makeAccounts,
  openAccounts,
  type Progress,
} from './move-accounts.ts'
import { addResources, addSubjects } from './move-documents.ts'
import { addressOf } from './old-address.ts'
import type { OldFile, OldRow, OldTable } from './old-tables.ts'
import { planProfiles } from './profiles.ts'
import { planResources, readResources } from './resources.ts'
import { readStanding } from './standing.ts'
import { planSubjects } from './subjects.ts'

export type MigrationDeps = AccountDeps & {
  owners: readonly string[]
  /** Addresses that stay admins. */
  admins: readonly string[]
}

/** What becomes of the rows of one file. */
export type TablePlan = Pick<OldFile, 'table' | 'file' | 'otherColumns'> & { lines: readonly Line[] }

/** A part of the work, in the order in which it must be done. */
export type Step = { name: string; total: number; carryOut: (progress: Progress) => Promise<void> }

export type Plan = {
  tables: TablePlan[]
  steps: Step[]
  /** Addresses that Cognito takes for none: known once the steps are done. */
  refused: ReadonlySet<string>
}

type Part = { lines: Line[]; steps: Step[] }

/**
 * Says what becomes of every row, by what stands on the new site now, and how it is done. Reads only. Planning again after
 * the steps tells whether they did all of it.
 * @param known addresses that an earlier plan's steps found refused
 */
export async function planMigration(
  deps: MigrationDeps,
  files: readonly OldFile[],
  known: ReadonlySet<string> = new Set(),
): Promise<Plan> {
  const refused = new Set(known)
  const parts = new Map<OldTable, Part>()
  const rowsOf = (table: OldTable) => files.find((file) => file.table === table)?.rows ?? []
  const has = (table: OldTable) => files.some((file) => file.table === table)
  if (has('profiles') || has('blocked_users')) {
    const { profiles, blocks } = await planAccounts(
      deps,
      rowsOf('profiles'),
      rowsOf('blocked_users'),
      refused,
    )
    parts.set('profiles', profiles).set('blocked_users', blocks)
  }
  if (has('bac_subjects')) parts.set('bac_subjects', await subjectPart(deps, rowsOf('bac_subjects')))
  if (has('resources')) parts.set('resources', await resourcePart(deps, rowsOf('resources')))
  if (has('admin_audit_logs'))
    parts.set('admin_audit_logs', await auditPart(deps, rowsOf('admin_audit_logs')))
  return {
    refused,
    tables: files.map(({ table, file, otherColumns, unreadable }) => {
      const lines = [...(parts.get(table)?.lines ?? []), ...unreadableLines(unreadable)]
      return { table, file, otherColumns, lines }
    }),
    steps: [...parts.values()].flatMap(({ steps }) => steps).filter(({ total }) => total > 0),
  }
}

/**
 * Accounts are open only once those that are blocked are: the last step of both.
 * @param refused gets the addresses that Cognito refuses
 */
async function planAccounts(
  deps: MigrationDeps,
  profileRows: readonly OldRow[],
  blockRows: readonly OldRow[],
  refused: Set<string>,
): Promise<{ profiles: Part; blocks: Part }> {
  const { table, pool, owners, admins } = deps
  const emails = [...profileRows, ...blockRows].flatMap((row) => addressOf(row) ?? [])
  const standing = await readStanding(table, pool, emails)
  const rules = { owners, admins, refused, faultyBlocks: faultyBlocks(blockRows), now: deps.now() }
  const lines = planProfiles(profileRows, standing, rules)
  const addresses = new Map(profileRows.map((row) => [String(row.cells.id), addressOf(row) ?? '']))
  const blockLines = planBlocks(blockRows, standing, { owners, admins, addresses })
  const works = worksOf(lines)
  const blockWorks = worksOf(blockLines)
  let toOpen: string[] = []
  return {
    profiles: {
      lines,
      steps: [
        {
          name: 'Comptes',
          total: works.length,
          carryOut: async (progress) => {
            const made = await makeAccounts(deps, works, progress)
            toOpen = made.toOpen
            for (const email of made.refused) refused.add(email)
          },
        },
      ],
    },
    blocks: {
      lines: blockLines,
      steps: [
        {
          name: 'Adresses bloquées',
          total: blockWorks.length,
          carryOut: (progress) => blockAddresses(deps, blockWorks, progress),
        },
        {
          name: 'Ouverture des comptes',
          total: works.length,
          carryOut: (progress) => openAccounts(deps, toOpen, progress),
        },
      ],
    },
  }
}

async function subjectPart({ table, now }: MigrationDeps, rows: readonly OldRow[]): Promise<Part> {
  const lines = planSubjects(rows, await createSubjects(table).listAll(), now())
  const works = worksOf(lines)
  const carryOut = (progress: Progress) => addSubjects(table, works, now, progress)
  return { lines, steps: [{ name: 'Sujets du bac', total: works.length, carryOut }] }
}

/** DynamoDB reads at most 100 items a batch. */
const READ_SIZE = 100

async function resourcePart({ table, now }: MigrationDeps, rows: readonly OldRow[]): Promise<Part> {
  const resourceLists = createResourceLists(table)
  const read = readResources(rows)
  const good = read.flatMap((row) => ('fields' in row ? [row] : []))
  const { inPlace } = await existingOf({ resources: createResources(table), resourceLists })(
    good.map(({ line }) => line),
  )
  const byId = new Map<string, Resource>()
  for (let start = 0; start < good.length; start += READ_SIZE) {
    const ids = good.slice(start, start + READ_SIZE).map(({ id }) => id)
    for (const resource of await resourceLists.readResources(ids)) byId.set(resource.id, resource)
  }
  const lines = planResources(read, { byId, inPlace }, now())
  const works = worksOf(lines)
  const carryOut = (progress: Progress) => addResources(table, works, now, progress)
  return { lines, steps: [{ name: 'Ressources', total: works.length, carryOut }] }
}

async function auditPart({ table }: MigrationDeps, rows: readonly OldRow[]): Promise<Part> {
  const history = createAuditHistory(table)
  const entries = readEntries(rows)
  const missing = await history.listMissing(entries.flatMap((each) => ('entry' in each ? [each.entry] : [])))
  const lines = planAudit(entries, new Set(missing))
  const works = worksOf(lines)
  const carryOut = (progress: Progress) => history.add(works, progress)
  return { lines, steps: [{ name: 'Journal', total: works.length, carryOut }] }
}
