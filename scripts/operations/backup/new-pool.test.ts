import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { adminActor, auditEntry } from '#functions/data/audit.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import { createCounters } from '#functions/data/counters.ts'
import { reportId } from '#functions/data/keys.ts'
import { createProgress } from '#functions/data/progress.ts'
import { createQuestions } from '#functions/data/questions.ts'
import { userKind } from '#functions/data/stored-user.ts'
import { openTable, type Table } from '#functions/data/table/client.ts'
import type { ItemKey } from '#functions/data/table/table-shape.ts'
import { createUsers } from '#functions/data/users.ts'
import { storeUser } from '#functions/test-support/people.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { createTable, defineTable } from '#scripts/local/table.ts'
import { startTestUsers, type TestUsers, testPool } from '#scripts/local/test-support/users.ts'
import { ensureAccount, listAccounts } from '#scripts/operations/accounts.ts'
import { sampleQuestion } from '#shared/entities/question.ts'
import type { User } from '#shared/entities/user.ts'
import { writeBackup } from '../../backup.ts'
import { createPatientClient, type UserPool } from '../stage-access.ts'
import { type Backup, openBackup } from './backup-file.ts'
import { moveToNewPool } from './new-pool.ts'
import { restoreTable } from './restore-table.ts'

type Item = Record<string, unknown> & ItemKey

/** A test's table is less than one page. */
async function readItems({ client, name }: Table): Promise<Item[]> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: name, ConsistentRead: true }))
  return Items as Item[]
}

const NOW = new Date('2026-03-01T10:00:00Z')
const { signal } = new AbortController()

let users: TestUsers
let pool: UserPool
let folder: string
let lost: TestTable
let before: Item[]
let userCount: number
let backup: Backup
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'move-'))
  ;[lost, users] = await Promise.all([startTable(), startTestUsers()])
  pool = { cognito: users.admin, userPoolId: testPool.userPoolId }
  await populate(lost.table)
  before = await readItems(lost.table)
  userCount = await createCounters(lost.table).countUsers()
  backup = await backUp(lost.table, 'a')
})
afterAll(async () => {
  await Promise.all([lost.stop(), users.stop()])
  rmSync(folder, { recursive: true, force: true })
})

async function backUp({ name }: Table, as: string): Promise<Backup> {
  const file = join(folder, `${as}.ndjson.gz`)
  const table = { client: createPatientClient(), name }
  await writeBackup({ table, stage: 'local', file, now: NOW, signal })
  table.client.destroy()
  return openBackup(file)
}

/** Stores accounts of every kind, with all the items of a profile. */
async function populate(table: Table): Promise<void> {
  for (let index = 0; index < 8; index += 1) await storeUser(table, { isPremium: index % 2 === 0 })
  await storeUser(table, { email: 'admin@exemple.test', isAdmin: true, hasSecondFactor: true })
  const marked = await storeUser(table, { email: 'marque@exemple.test' })
  const chapter = { userId: marked.id, track: 'SM', theme: 'ondes', chapter: 2 } as const
  await createProgress(table).changeMarks(chapter, () => new Map([['a-document', { mark: 'done' }]]), NOW)
  await createQuestions(table).putAll([
    {
      ...sampleQuestion,
      id: reportId(marked.id, 'q'.repeat(22)),
      userId: marked.id,
      email: marked.email,
      answer: 'Une réponse',
      answerHtml: '<p>Une réponse</p>',
      answeredAt: NOW.toISOString(),
      publication: { id: 'p-1', text: 'Une question ?' },
    },
  ])
  const bad = await storeUser(table, { email: 'bloque@exemple.test', isPremium: true })
  const block = {
    email: bad.email,
    reason: 'Essai',
    blockedAt: NOW.toISOString(),
    blockedBy: 'o@exemple.test',
  }
  const values = { before: null, after: { reason: 'Essai', hasAccount: true } }
  const by = adminActor({ email: 'o@exemple.test' })
  const entry = auditEntry(by, NOW, { action: 'CREATE_BLOCK', target: bad.email, ...values })
  await createBlockedEmails(table).block(bad.id, block, entry)
}

async function emptyTable(): Promise<Table> {
  const name = `test-${randomUUID()}`
  await createTable(defineTable(name))
  return openTable(name)
}

async function move(table: Table, changes: { file?: string; intoNonEmpty?: boolean } = {}): Promise<void> {
  const { file = join(folder, `${randomUUID()}.ndjson`), intoNonEmpty = false } = changes
  const writes = await moveToNewPool({
    pool,
    backup,
    notesFile: file,
    intoNonEmpty,
    clock: () => NOW,
    signal,
  })
  const client = createPatientClient()
  await restoreTable({
    table: { client, name: table.name },
    checksum: backup.digest.checksum,
    writes,
    stateFile: join(folder, `${table.name}.json`),
    intoNonEmpty,
    now: NOW,
    signal,
  })
  client.destroy()
}

const profilesOf = (items: readonly Item[]) =>
  new Map(
    items.filter(({ sk }) => sk === 'PROFILE').map((item) => [String(item['email']), userKind.parse(item)]),
  )

async function expectMoved(table: Table): Promise<void> {
  const items = await readItems(table)
  expect(await createCounters(table).countUsers()).toBe(userCount)
  const olds = profilesOf(before)
  const accounts = await listAccounts(pool)
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
  for (const [email, { blockedAt }] of olds) expect(accounts.get(email)?.isEnabled).toBe(blockedAt === null)
  // No key and no value holds an old id.
  const ids = [...olds.values()].map(({ id }) => id)
  expect(items.filter((item) => ids.some((id) => JSON.stringify(item).includes(id)))).toEqual([])
}

test('gives each profile an account of the new pool, and ends accounts that were signed up since', async () => {
  const table = await emptyTable()
  // Another person has signed up at the student's address: their password ends with the move.
  const account = { email: 'marque@exemple.test', password: 'motdepasse' }
  await ensureAccount(pool, account)
  const { AuthenticationResult } = (await users.browser.signIn(account.email)).body
  expect((await users.browser.refresh(AuthenticationResult?.RefreshToken ?? '')).status).toBe(200)
  await move(table)
  await expectMoved(table)
  expect((await users.browser.signIn(account.email)).status).toBe(400)
  expect((await users.browser.refresh(AuthenticationResult?.RefreshToken ?? '')).status).toBe(400)
  const marked = profilesOf(await readItems(table)).get('marque@exemple.test')
  expect([...(await createProgress(table).listChapters(marked?.id ?? '', 'SM'))][0]?.marks).toEqual(
    new Map([['a-document', { mark: 'done' }]]),
  )
  const questions = createQuestions(table)
  const [question] = await questions.listOwn(marked?.id ?? '')
  expect(question?.id).toBe(reportId(marked?.id ?? '', 'q'.repeat(22)))
  expect((await questions.list({ status: 'answered', limit: 9 })).items).toEqual([question])
  expect(await questions.listPublished()).toMatchObject([{ id: question?.publication?.id }])
})

test('an interrupted run creates no account twice and survives a half-written note', async () => {
  const file = join(folder, 'notes.ndjson')
  const table = await emptyTable()
  await move(table, { file })
  const notes = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, `${notes.slice(0, 4).join('\n')}\n{"from":"12`)
  const next = await emptyTable()
  await move(next, { file })
  await expectMoved(next)
})

test('removes the items under the old ids from a table that still exists', async () => {
  await move(lost.table, { intoNonEmpty: true })
  await expectMoved(lost.table)
  expect(await readItems(lost.table)).toHaveLength(before.length)
})

test('refuses a pool that still has the accounts of the backup', async () => {
  const table = await emptyTable()
  const accounts = await listAccounts(pool)
  const [[email, account] = ['', null]] = accounts
  await createUsers(table).createByOperator({
    ...(profilesOf(before).get(email) as User),
    id: account?.sub ?? '',
  })
  const same = await backUp(table, 'same')
  const order = { pool, backup: same, notesFile: join(folder, 'same.ndjson'), intoNonEmpty: false }
  await expect(moveToNewPool({ ...order, clock: () => NOW, signal })).rejects.toThrow('sans --new-pool')
})
