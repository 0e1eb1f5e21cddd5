import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminActor, auditEntry } from '#functions/data/audit-entry.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import { openTable, type Table } from '#functions/data/client.ts'
import { createProgress } from '#functions/data/progress.ts'
import { parseUser } from '#functions/data/user-item.ts'
import { createUsers } from '#functions/data/users.ts'
import { settle } from '#functions/test-support/people.ts'
import { createTable, startTable, type TestTable } from '#functions/test-support/table.ts'
import { checkDerived } from '#scripts/faults/ledger/derived.ts'
import { type Item, readItems } from '#scripts/faults/ledger/items.ts'
import { startTestUsers, type TestUsers, testPool } from '#scripts/local/test-support/users.ts'
import { type MigrationPool, migrationPool } from '#scripts/migrate/user-pool.ts'
import { ensureAccount } from '#scripts/operations/pool-accounts.ts'
import type { User } from '#shared/entities/user.ts'
import { openBackup } from './backup-source.ts'
import { moveAccounts } from './move-accounts.ts'
import { restoreTable } from './restore-table.ts'
import { patientClient } from './stage-store.ts'
import type { BackupSource } from './whole-backup.ts'
import { writeBackup } from './write-backup.ts'

const NOW = new Date('2026-03-01T10:00:00Z')
const { signal } = new AbortController()

let users: TestUsers
let pool: MigrationPool
let folder: string
let lost: TestTable
let before: Item[]
let backup: BackupSource
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'move-'))
  ;[lost, users] = await Promise.all([startTable(), startTestUsers()])
  pool = migrationPool({ cognito: users.admin, userPoolId: testPool.userPoolId }, 1_000)
  await populate(lost.table)
  before = await readItems(lost.table)
  backup = await backUp(lost.table, 'a')
}, 30_000)
afterAll(async () => {
  await Promise.all([lost.stop(), users.stop()])
  rmSync(folder, { recursive: true, force: true })
})

async function backUp({ name }: Table, as: string): Promise<BackupSource> {
  const file = join(folder, `${as}.ndjson.gz`)
  const table = { client: patientClient(), name }
  const order = { table, stage: 'local', file, segments: 2, resume: false, accounts: null, now: NOW, signal }
  await writeBackup(order)
  table.client.destroy()
  return openBackup(file)
}

/** Accounts of every kind, with all that stands beside a profile. */
async function populate(table: Table): Promise<void> {
  for (let index = 0; index < 8; index += 1) await settle(table, { isPremium: index % 2 === 0 })
  await settle(table, { email: 'admin@exemple.test', isAdmin: true, hasSecondFactor: true })
  const marked = await settle(table, { email: 'marque@exemple.test' })
  const chapter = { userId: marked.id, track: 'SM', theme: 'ondes', chapter: 2 } as const
  await createProgress(table).changeMarks(chapter, () => new Map([['a-document', 'done']]), NOW)
  const bad = await settle(table, { email: 'bloque@exemple.test', isPremium: true })
  const block = {
    email: bad.email,
    reason: 'Essai',
    blockedAt: NOW.toISOString(),
    blockedBy: 'o@exemple.test',
  }
  const values = { before: null, after: { reason: 'Essai', hasAccount: true } }
  const by = adminActor({ email: 'o@exemple.test' })
  const entry = auditEntry(by, NOW, { action: 'CREATE_BLOCK', target: bad.email, ...values })
  await createBlockedEmails(table).block(bad, block, entry)
}

async function emptyTable(): Promise<Table> {
  const name = `test-${randomUUID()}`
  await createTable(name)
  return openTable(name)
}

async function move(table: Table, changes: { file?: string; intoNonEmpty?: boolean } = {}): Promise<void> {
  const { file = join(folder, `${randomUUID()}.ndjson`), intoNonEmpty = false } = changes
  const writes = await moveAccounts({ pool, backup, file, intoNonEmpty, clock: () => NOW, signal })
  const client = patientClient()
  await restoreTable({
    table: { client, name: table.name },
    fingerprint: backup.fingerprint,
    writes,
    stateFile: join(folder, `${table.name}.json`),
    resume: false,
    intoNonEmpty,
    now: NOW,
    signal,
  })
  client.destroy()
}

const profilesOf = (items: readonly Item[]) =>
  new Map(items.filter(({ sk }) => sk === 'PROFILE').map((item) => [String(item['email']), parseUser(item)]))

async function expectMoved(table: Table): Promise<void> {
  const items = await readItems(table)
  expect(checkDerived(items).faults).toEqual([])
  const olds = profilesOf(before)
  const accounts = await pool.listAccounts()
  const expected = [...olds].map(([email, old]): [string, User] => [
    email,
    {
      ...old,
      id: accounts.get(email)?.sub ?? 'none',
      lease: null,
      hasSecondFactor: false,
      signInsFrom: NOW.getTime() / 1000,
    },
  ])
  expect(profilesOf(items)).toEqual(new Map(expected))
  for (const [email, { blockedAt }] of olds) expect(accounts.get(email)?.enabled).toBe(blockedAt === null)
  // In no key and no value, whatever is written beside a profile one day.
  const ids = [...olds.values()].map(({ id }) => id)
  expect(items.filter((item) => ids.some((id) => JSON.stringify(item).includes(id)))).toEqual([])
}

test('in a new pool everybody has another account, and an empty table gets what belongs to them', async () => {
  const table = await emptyTable()
  // Somebody was quicker than the student: his password ends with the move.
  const account = { email: 'marque@exemple.test', password: 'motdepasse' }
  await ensureAccount({ cognito: users.admin, userPoolId: testPool.userPoolId }, account)
  const { AuthenticationResult } = (await users.browser.signIn(account.email)).body
  expect((await users.browser.refresh(AuthenticationResult?.RefreshToken ?? '')).status).toBe(200)
  await move(table)
  await expectMoved(table)
  expect((await users.browser.signIn(account.email)).status).toBe(400)
  expect((await users.browser.refresh(AuthenticationResult?.RefreshToken ?? '')).status).toBe(400)
  const marked = profilesOf(await readItems(table)).get('marque@exemple.test')
  expect([...(await createProgress(table).listTrack(marked?.id ?? '', 'SM'))][0]?.marks).toEqual(
    new Map([['a-document', 'done']]),
  )
})

test('a run that broke off makes no account twice, and goes on behind a half-written note', async () => {
  const file = join(folder, 'notes.ndjson')
  const table = await emptyTable()
  await move(table, { file })
  const notes = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, `${notes.slice(0, 4).join('\n')}\n{"from":"12`)
  const next = await emptyTable()
  await move(next, { file })
  await expectMoved(next)
})

test('notes of a pool that was lost before are of no use', async () => {
  const file = join(folder, 'old-notes.ndjson')
  const notes = [...profilesOf(before).values()].map(({ id }) =>
    JSON.stringify({ from: id, to: randomUUID() }),
  )
  await writeFile(file, [...notes, JSON.stringify({ madeAt: '2025-01-01T00:00:00.000Z' }), ''].join('\n'))
  const table = await emptyTable()
  await move(table, { file })
  await expectMoved(table)
})

test('a table that is still there keeps no item of the old accounts', async () => {
  await move(lost.table, { intoNonEmpty: true })
  await expectMoved(lost.table)
  expect(await readItems(lost.table)).toHaveLength(before.length + (await newShardCount()))
})

async function newShardCount(): Promise<number> {
  const shards = (items: readonly Item[]) => items.filter(({ sk }) => sk.startsWith('USERS#')).length
  return shards(await readItems(lost.table)) - shards(before)
}

test('a pool that has these accounts is not lost', async () => {
  const table = await emptyTable()
  const accounts = await pool.listAccounts()
  const [[email, account] = ['', null]] = accounts
  await createUsers(table).createByOperator({
    ...(profilesOf(before).get(email) as User),
    id: account?.sub ?? '',
  })
  const same = await backUp(table, 'same')
  const order = { pool, backup: same, file: join(folder, 'same.ndjson'), intoNonEmpty: false }
  await expect(moveAccounts({ ...order, clock: () => NOW, signal })).rejects.toThrow('sans --new-pool')
})
