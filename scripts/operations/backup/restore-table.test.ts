import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { compare } from './compare.ts'
import { emptyTable } from './empty-table.ts'
import { type RestoreOrder, restoreTable, writesDone } from './restore-table.ts'
import type { StoredTable } from './scan-table.ts'
import { patientClient } from './stage-store.ts'
import type { StoredItem } from './stored-item.ts'
import { isSameDigest } from './table-digest.ts'
import { putAll } from './write-items.ts'

const NOW = new Date('2026-03-01T10:00:00Z')
const SECONDS = NOW.getTime() / 1000

let store: TestTable
let table: StoredTable
let folder: string
beforeEach(async () => {
  store = await startTable()
  table = { client: patientClient(), name: store.table.name }
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

async function* from(items: readonly StoredItem[]): AsyncGenerator<StoredItem> {
  yield* items
}

const { signal } = new AbortController()

function restore(items: readonly StoredItem[], changes: Partial<RestoreOrder> = {}) {
  return restoreTable({
    table,
    fingerprint: 'f',
    writes: () => putAll(from(items)),
    stateFile: join(folder, 'state.json'),
    resume: false,
    intoNonEmpty: false,
    now: NOW,
    signal,
    ...changes,
  })
}

async function isRestored(items: readonly StoredItem[]): Promise<boolean> {
  const result = await compare(table, putAll(from(items)), { now: NOW, segments: 3, signal })
  return isSameDigest(result.backup, result.table)
}

const many = Array.from({ length: 450 }, (_, index) => item(index))

test('everything is written but what has expired, and that is not compared either', async () => {
  const items = [
    ...many,
    item(2000, { expiresAt: { N: String(SECONDS) } }),
    item(2001, { expiresAt: { N: String(SECONDS + 1) } }),
  ]
  expect(await restore(items)).toEqual({ written: 451, expired: 1 })
  expect(await isRestored(items)).toBe(true)
  expect(await isRestored(items.slice(1))).toBe(false)
  expect(await writesDone(join(folder, 'state.json'))).toBeNull()
})

test('a table that holds something is left alone unless told otherwise, and then nothing else in it is removed', async () => {
  await restore([item(1), item(3000)])
  await expect(restore(many)).rejects.toThrow('--into-non-empty')
  expect(await isRestored([item(1), item(3000)])).toBe(true)
  await restore([item(1, { value: { S: 'newer' } })], { intoNonEmpty: true })
  expect(await isRestored([item(1, { value: { S: 'newer' } }), item(3000)])).toBe(true)
})

test('a table is emptied item by item', async () => {
  await restore(many)
  const seen: number[] = []
  await emptyTable(table, { segments: 2, signal, onItems: (items) => seen.push(items) })
  expect(seen.reduce((sum, items) => sum + items, 0)).toBe(many.length)
  expect(await isRestored([])).toBe(true)
})

test('items that the table does not take are sent again until it does', async () => {
  let refusals = 0
  store.failWith((operation) => {
    if (operation !== 'BatchWriteItem' || refusals === 3) return undefined
    refusals += 1
    return { answer: { UnprocessedItems: { [table.name]: [{ PutRequest: { Item: item(7) } }] } } }
  })
  await restore([item(7)])
  expect(refusals).toBe(3)
  expect(await isRestored([item(7)])).toBe(true)
})

describe('a run that broke off', () => {
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

  test('is taken up where it was', async () => {
    const done = await writesDone(join(folder, 'state.json'))
    expect(done).toBe(400)
    expect(await restore(many, { resume: true })).toEqual({ written: 50, expired: 0 })
    expect(await isRestored(many)).toBe(true)
  })

  test('begins anew when somebody has wiped the table since', async () => {
    await store.stop()
    table.client.destroy()
    store = await startTable()
    table = { client: patientClient(), name: store.table.name }
    expect(await restore(many, { resume: true })).toEqual({ written: 450, expired: 0 })
  })

  test('is neither forgotten nor taken up with another backup', async () => {
    await expect(restore(many)).rejects.toThrow('--resume')
    await expect(restore(many, { resume: true, fingerprint: 'other' })).rejects.toThrow('Rien à reprendre')
  })
})

test('asked to stop, it notes how far it has come', async () => {
  const stop = new AbortController()
  const onWrites = () => stop.abort(new Error('stopped'))
  await expect(restore(many, { signal: stop.signal, onWrites })).rejects.toThrow('stopped')
  expect(await writesDone(join(folder, 'state.json'))).toBe(400)
})
