import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { answerWith } from '#scripts/local/http-server.ts'
import { command } from '../../restore.ts'
import { runCommand } from '../command-line.ts'
import { createPatientClient, type StoredTable } from '../stage-access.ts'
import { compressLines, formatEnd, formatOrigin } from './backup-file.ts'
import { compareTable, type RestoreOrder, readWritesDone, restoreTable } from './restore-table.ts'
import { emptyTable, type StoredItem, type Write } from './stored-table.ts'
import { isSameDigest, TableDigest } from './table-digest.ts'

const NOW = new Date('2026-03-01T10:00:00Z')
const SECONDS = NOW.getTime() / 1000

let store: TestTable
let table: StoredTable
let folder: string
beforeEach(async () => {
  store = await startTable()
  table = { client: createPatientClient(), name: store.table.name }
  folder = mkdtempSync(join(tmpdir(), 'restore-'))
})
afterEach(async () => {
  table.client.destroy()
  await store.stop()
  rmSync(folder, { recursive: true, force: true })
})

const item = (index: number, more: StoredItem = {}): StoredItem => ({
  pk: { S: `P#${index}` },
  sk: { S: 'X' },
  value: { N: String(index) },
  ...more,
})

async function* putAll(items: readonly StoredItem[]): AsyncGenerator<Write> {
  for (const put of items) yield { put }
}

const { signal } = new AbortController()

function restore(items: readonly StoredItem[], changes: Partial<RestoreOrder> = {}) {
  return restoreTable({
    table,
    checksum: 'f',
    writes: () => putAll(items),
    stateFile: join(folder, 'state.json'),
    intoNonEmpty: false,
    now: NOW,
    signal,
    ...changes,
  })
}

const writesDone = () => readWritesDone({ table, checksum: 'f', stateFile: join(folder, 'state.json') })

async function isRestored(items: readonly StoredItem[]): Promise<boolean> {
  const result = await compareTable(table, putAll(items), { now: NOW, signal })
  return isSameDigest(result.backup, result.table)
}

const many = Array.from({ length: 450 }, (_, index) => item(index))

test('writes all but expired items, which are not compared either', async () => {
  const items = [
    ...many,
    item(2000, { expiresAt: { N: String(SECONDS) } }),
    item(2001, { expiresAt: { N: String(SECONDS + 1) } }),
  ]
  expect(await restore(items)).toEqual({ written: 451, expired: 1 })
  expect(await isRestored(items)).toBe(true)
  expect(await isRestored(items.slice(1))).toBe(false)
  expect(await writesDone()).toBeNull()
})

test('refuses a table with items unless told otherwise, and then removes none of its other items', async () => {
  await restore([item(1), item(3000)])
  await expect(restore(many)).rejects.toThrow('--into-non-empty')
  expect(await isRestored([item(1), item(3000)])).toBe(true)
  await restore([item(1, { value: { S: 'newer' } })], { intoNonEmpty: true })
  expect(await isRestored([item(1, { value: { S: 'newer' } }), item(3000)])).toBe(true)
})

test('ignores the state of the publication, which the publisher writes during a restore', async () => {
  await restore([{ pk: { S: 'PUBLICATION' }, sk: { S: 'STATE' } }])
  await restore(many)
  expect(await isRestored(many)).toBe(true)
  await emptyTable(table, signal)
  await restore([item(1)])
  expect(await isRestored([item(1)])).toBe(true)
})

test('sends items that the table did not process again', async () => {
  let refusals = 0
  store.failWith((operation) => {
    if (operation !== 'BatchWriteItem' || refusals === 3) return undefined
    refusals += 1
    return answerWith({ UnprocessedItems: { [table.name]: [{ PutRequest: { Item: item(7) } }] } })
  })
  await restore([item(7)])
  expect(refusals).toBe(3)
  expect(await isRestored([item(7)])).toBe(true)
})

describe('an interrupted restore', () => {
  beforeEach(async () => {
    let calls = 0
    store.failWith((operation) => {
      if (operation !== 'BatchWriteItem') return undefined
      calls += 1
      return calls > 16 ? { status: 400, type: 'AccessDeniedException' } : undefined
    })
    await expect(restore(many)).rejects.toThrow()
    store.failWith(() => undefined)
  })

  test('is continued where it stopped', async () => {
    const done = await writesDone()
    expect(done).toBe(400)
    expect(await restore(many)).toEqual({ written: 50, expired: 0 })
    expect(await isRestored(many)).toBe(true)
  })

  test('begins again when the table was emptied since', async () => {
    await store.stop()
    table.client.destroy()
    store = await startTable()
    table = { client: createPatientClient(), name: store.table.name }
    expect(await restore(many)).toEqual({ written: 450, expired: 0 })
  })

  test('is not continued with another backup', async () => {
    await expect(restore(many, { checksum: 'other' })).rejects.toThrow("n'est pas vide")
  })
})

test('records its progress when it is stopped', async () => {
  const stop = new AbortController()
  const onWrites = (writes: number) => writes > 0 && stop.abort(new Error('stopped'))
  await expect(restore(many, { signal: stop.signal, onWrites })).rejects.toThrow('stopped')
  expect(await writesDone()).toBe(400)
})

test('the command refuses a backup of another stage without --from', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const file = join(folder, 'prod.ndjson.gz')
  const origin = { stage: 'prod', table: 'revision-prod', startedAt: '2026-03-01T10:00:00Z' }
  writeFileSync(file, await compressLines([formatOrigin(origin), formatEnd(new TableDigest().value)]))
  expect(await runCommand(command, ['--stage', 'local', '--file', file])).toBe(1)
  expect(said.mock.calls.flat().join('\n')).toContain("Si c'est voulu : --from prod")
  vi.restoreAllMocks()
})
