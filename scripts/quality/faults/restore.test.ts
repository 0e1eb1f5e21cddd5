import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb'
import { vi } from 'vitest'
import { createQuestions } from '#functions/data/questions.ts'
import { createResources } from '#functions/data/resources.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { openTable } from '#functions/data/table/client.ts'
import { storeUser } from '#functions/test-support/people.ts'
import { stageNames } from '#infra/names.ts'
import { command as backup } from '#scripts/backup.ts'
import { demoResources } from '#scripts/local/demo/resources.ts'
import { demoQuestions } from '#scripts/local/demo/seed.ts'
import { demoSubjects } from '#scripts/local/demo/subjects.ts'
import { useEndpoints } from '#scripts/local/endpoints.ts'
import { listen, type RunningServer, sendJson } from '#scripts/local/http-server.ts'
import { createTable, defineTable, type Emulator, startEmulator } from '#scripts/local/table.ts'
import { startTestUsers, type TestUsers, testPool } from '#scripts/local/test-support/users.ts'
import { type StoredItem, scanPages, writeItems } from '#scripts/operations/backup/stored-table.ts'
import { TableDigest } from '#scripts/operations/backup/table-digest.ts'
import { runCommand } from '#scripts/operations/command-line.ts'
import { createPatientClient, type StoredTable } from '#scripts/operations/stage-access.ts'
import { command as restore } from '#scripts/restore.ts'
import { isLongRun } from '#shared/test-support/runs.ts'

// A table that is backed up, wiped and restored with the operator's commands holds what it held: as many items, with the
// same checksum. That an interrupted command goes on where it stopped is tested with the commands themselves.

const ITEMS = isLongRun ? 100_000 : 500
const LONGEST_TEST_MS = 900_000
const ITEMS_AT_ONCE = 500
/** One item in so many is near the 400 kB that an item may have. */
const LARGE_EVERY = 1_000

const folder = mkdtempSync(join(tmpdir(), 'restore-'))
const file = join(folder, 'sauvegarde.ndjson.gz')
let emulator: Emulator
let users: TestUsers
let status: RunningServer
let table: StoredTable

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  emulator = await startEmulator()
  users = await startTestUsers()
  const endpoints = {
    AWS_ENDPOINT_URL_DYNAMODB: emulator.endpoint,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: users.url,
  }
  const { region, userPoolId } = testPool
  // The commands ask a running local cloud where its services are.
  status = await listen(0, (_request, response) =>
    sendJson(response, 200, { ready: true, region, userPoolId, endpoints }),
  )
  process.env.PORT = String(status.port)
  useEndpoints(endpoints, region)
  table = { client: createPatientClient(), name: stageNames('local').table }
  await createTable(defineTable(table.name))
  await fillTable()
}, LONGEST_TEST_MS)
afterAll(async () => {
  table.client.destroy()
  await Promise.all([status.close(), users.stop(), emulator.stop()])
  rmSync(folder, { recursive: true, force: true })
  vi.restoreAllMocks()
})

const options = ['--stage', 'local', '--file', file]

test(
  'gives back every item of a wiped table, with the same checksum',
  async () => {
    const before = await digestTable()
    expect(before.items).toBeGreaterThanOrEqual(ITEMS)
    expect(await runCommand(backup, options)).toBe(0)
    await table.client.send(new DeleteTableCommand({ TableName: table.name }))
    await createTable(defineTable(table.name))
    expect(await digestTable()).not.toEqual(before)
    expect(await runCommand(restore, options)).toBe(0)
    expect(await digestTable()).toEqual(before)
    expect(await runCommand(restore, [...options, '--verify'])).toBe(0)
  },
  LONGEST_TEST_MS,
)

test(
  'finds a table that differs from its backup in one item',
  async () => {
    await writeItems(table, [{ put: { ...createItem(3), text: { S: 'altered' } } }])
    expect(await runCommand(restore, [...options, '--verify'])).toBe(1)
  },
  LONGEST_TEST_MS,
)

async function digestTable() {
  const digest = new TableDigest()
  for await (const items of scanPages(table)) for (const item of items) digest.add(item)
  return digest.value
}

/** Content as the product writes it, and items with values of every type. */
async function fillTable(): Promise<void> {
  const product = openTable(table.name)
  await createSubjects(product).putAll(demoSubjects())
  await createResources(product).putAll(demoResources().slice(0, 20))
  const { questions } = demoQuestions(await storeUser(product))
  await createQuestions(product).putAll(questions)
  for (let count = 0; count < 20; count += 1) await storeUser(product, { isPremium: count % 3 === 0 })
  product.client.destroy()
  for (let from = 0; from < ITEMS; from += ITEMS_AT_ONCE)
    await writeItems(
      table,
      Array.from({ length: ITEMS_AT_ONCE }, (_, index) => ({ put: createItem(from + index) })),
    )
}

/** Makes an item with values of every type, in their awkward forms. */
function createItem(index: number): StoredItem {
  const size = index % LARGE_EVERY === 7 ? 350_000 : 40
  return {
    pk: { S: `TYPES#${index % 97}` },
    sk: { S: String(index) },
    text: { S: `ligne 1\nligne 2\u2028\u0000 « é » 🎓 ${index}` },
    empty: { S: '' },
    digits: { N: `${index + 1}2345678901234567890123456789`.slice(0, 38) },
    tiny: { N: '-1.5E-128' },
    huge: { N: '9.9999999999999999999999999999999999999E+125' },
    bytes: { B: new Uint8Array(size).fill(index % 256) },
    noBytes: { B: new Uint8Array() },
    yes: { BOOL: true },
    none: { NULL: true },
    texts: { SS: ['b', 'a', `c${index}`] },
    numbers: { NS: ['3', '-1', '2.50'] },
    byteSet: { BS: [new Uint8Array([2, 255]), new Uint8Array([1])] },
    list: { L: [{ S: 'x' }, { N: '0' }, { L: [] }, { M: {} }] },
    map: { M: { B: { S: 'an attribute called B' }, deep: { M: { n: { N: '1e3' } } } } },
  }
}
