import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paginateScan } from '@aws-sdk/lib-dynamodb'
import { createUsers } from '#functions/data/users.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import type { User } from '#shared/entities/user.ts'
import { startTestUsers, type TestUsers, testPool } from '../../local/test-support/users.ts'
import type { UserPool } from '../../operations/pool-accounts.ts'
import { migrateFolder } from '../migrate-folder.ts'
import { OLD_TABLES, type OldTable } from '../old-tables.ts'
import type { MigrationDeps } from '../plan.ts'
import { migrationPool, type PoolAccount } from '../user-pool.ts'
import { OWNERS } from './old-site.ts'

export const NOW = new Date('2026-01-01T00:00:00.000Z')

type Run = {
  isDryRun?: boolean
  isSure?: boolean
  only?: readonly OldTable[]
  changes?: Partial<MigrationDeps>
}

export type NewSite = {
  store: TestTable
  accounts: TestUsers
  pool: UserPool
  /** Stands in the way of every attempt of a call of Cognito, by its name, until it is set to null. */
  fault: { inTheWay: ((operation: string, input: unknown) => void) | null }
  /** Moves a folder, for good unless told; everything that was shown is one text. */
  migrate: (folder: string, run?: Run) => Promise<{ left: number; unmoved: number; shown: string }>
  /** Every item of the table. */
  everything: () => Promise<Record<string, unknown>[]>
  listAccounts: () => Promise<Map<string, PoolAccount>>
  profileAt: (email: string) => Promise<User | null>
  stop: () => Promise<unknown>
}

/** The new site as the migration meets it: the real emulators of table and user pool. */
export async function startNewSite(): Promise<NewSite> {
  const [store, accounts] = await Promise.all([startTable(), startTestUsers()])
  const fault: NewSite['fault'] = { inTheWay: null }
  accounts.admin.middlewareStack.add(
    (next, context) => (args) => {
      fault.inTheWay?.(String(context.commandName).replace(/Command$/, ''), args.input)
      return next(args)
    },
    { step: 'finalizeRequest', name: 'inTheWay' },
  )
  const pool = { cognito: accounts.admin, userPoolId: testPool.userPoolId }
  const listAccounts = () => migrationPool(pool, 10_000).listAccounts()
  return {
    store,
    accounts,
    pool,
    fault,
    listAccounts,
    migrate: async (folder, { changes, ...options } = {}) => {
      const deps: MigrationDeps = {
        table: store.table,
        pool: migrationPool(pool, 10_000),
        owners: OWNERS,
        admins: [],
        offer: { priceDh: 250, validUntil: '2026-07-10' },
        premiumUntil: null,
        now: () => NOW,
        ...changes,
      }
      const shown: string[] = []
      const show = (line: string) => shown.push(line)
      const given = { stage: 'local', folder, only: OLD_TABLES, isDryRun: false, isSure: false, show }
      const result = await migrateFolder(deps, { ...given, ...options })
      return { ...result, shown: shown.join('\n') }
    },
    everything: async () => {
      const items: Record<string, unknown>[] = []
      const { client, name } = store.table
      for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) items.push(...Items)
      const keyOf = ({ pk, sk }: Record<string, unknown>) => JSON.stringify([pk, sk])
      return items.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
    },
    profileAt: async (email) => {
      const account = (await listAccounts()).get(email)
      return account ? createUsers(store.table).find(account.sub) : null
    },
    stop: () => Promise.all([store.stop(), accounts.stop()]),
  }
}

/** A folder with these files. */
export function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** The row of a report's table of counts. */
export function countsIn(report: string, file: string): number[] | undefined {
  const row = report.split('\n').find((line) => line.startsWith(file))
  return row?.split(/\s+/).slice(1).map(Number)
}

/** The exports of a school with so many students: every third is Premium, the second is blocked. */
export function school(name: string, students: number): { emails: string[]; folder: string } {
  const emails = Array.from({ length: students }, (_, index) => `eleve${index}@${name}.test`)
  const rows = emails.map(
    (email, index) => `${index},${email},${index % 3 === 0 ? 't' : 'f'},f,2025-09-01 08:00:0${index % 10}+00`,
  )
  return {
    emails,
    folder: folderOf({
      'profiles.csv': ['id,email,is_premium,is_admin,created_at', ...rows].join('\n'),
      'blocked_users.csv': `email,reason,blocked_at,blocked_by\n${emails[1]},Partage,2025-10-01 00:00:00+00,SYSTEM\n`,
    }),
  }
}
