import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { type BackupOrder, writeBackup } from '../../backup.ts'
import { createPatientClient, type StoredTable } from '../stage-access.ts'
import { type Backup, openBackup } from './backup-file.ts'
import { writeItems } from './stored-table.ts'

/** Two pages of 1 MB at least: engines end a page before or after the item that fills it. */
const ITEMS = 22
const SIZE = 100_000

let store: TestTable
let table: StoredTable
let folder: string
beforeAll(async () => {
  store = await startTable()
  table = { client: createPatientClient(), name: store.table.name }
  const items = Array.from({ length: ITEMS }, (_, index) => ({
    pk: { S: `P#${index}` },
    sk: { S: 'X' },
    // A part repeats, since compressing as many random bytes takes seconds.
    bytes: { B: new Uint8Array(Buffer.alloc(SIZE, randomBytes(2_000))) },
    text: { S: `ligne\u2028${index}` },
  }))
  for (let from = 0; from < ITEMS; from += 8)
    await writeItems(
      table,
      items.slice(from, from + 8).map((put) => ({ put })),
    )
})
afterAll(async () => {
  table.client.destroy()
  await store.stop()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
})
afterEach(() => {
  store.failWith(null)
  rmSync(folder, { recursive: true, force: true })
})

function backUp(file: string, changes: Partial<BackupOrder> = {}): Promise<Backup> {
  return writeBackup({
    table,
    stage: 'local',
    file,
    now: new Date('2026-03-01T10:00:00Z'),
    signal: new AbortController().signal,
    ...changes,
  })
}

test('a backup holds every item and its origin, readable by its owner alone', async () => {
  const file = join(folder, 'a.ndjson.gz')
  const { items: _, ...backup } = await backUp(file)
  expect(backup).toMatchObject({
    stage: 'local',
    table: table.name,
    takenAt: '2026-03-01T10:00:00.000Z',
    digest: { items: ITEMS },
  })
  const again = await openBackup(file)
  expect(again).toMatchObject(backup)
  const keys: unknown[] = []
  for await (const item of again.items()) keys.push(item['pk']?.S)
  expect(new Set(keys).size).toBe(ITEMS)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('an interrupted backup has no final name, and the same command begins again', async () => {
  const file = join(folder, 'b.ndjson.gz')
  const stop = new AbortController()
  const onItems = () => stop.abort(new Error('stopped'))
  await expect(backUp(file, { signal: stop.signal, onItems })).rejects.toThrow('stopped')
  expect(existsSync(file)).toBe(false)
  await expect(openBackup(`${file}.part`)).rejects.toThrow("elle s'arrête avant sa fin")
  expect((await backUp(file)).digest.items).toBe(ITEMS)
  expect(existsSync(`${file}.part`)).toBe(false)
  await expect(backUp(file)).rejects.toThrow('existe déjà')
})

describe('openBackup refuses a file', () => {
  const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 200)
  const flipped = (bytes: Buffer) => {
    const copy = Buffer.from(bytes)
    copy[1000] = (copy[1000] ?? 0) ^ 1
    return copy
  }
  const rewritten = (change: (lines: string[]) => string[]) => (bytes: Buffer) =>
    gzipSync(change(gunzipSync(bytes).toString().split('\n').slice(0, -1)).join('\n'))

  let whole: Buffer
  beforeAll(async () => {
    const beside = mkdtempSync(join(tmpdir(), 'whole-'))
    const file = join(beside, 'e.ndjson.gz')
    await backUp(file)
    whole = await readFile(file)
    rmSync(beside, { recursive: true })
  })

  test.each<[what: string, damage: (bytes: Buffer) => Buffer, says: string]>([
    ['cut off', cut, 'sauvegarde complète'],
    ['with a flipped bit', flipped, 'sauvegarde complète'],
    ['without its last line', rewritten((lines) => lines.slice(0, -1)), "s'arrête avant sa fin"],
    ['without one item', rewritten((lines) => lines.toSpliced(5, 1)), 'sa somme'],
    ['with an item twice', rewritten((lines) => lines.toSpliced(5, 0, lines[5] ?? '')), 'sa somme'],
    ['without its first line', rewritten((lines) => lines.slice(1)), 'début'],
    ['with a line after its end', rewritten((lines) => [...lines, lines[2] ?? '']), 'continue après sa fin'],
    [
      'of a later version',
      rewritten((lines) => lines.with(0, '{"Backup":{"format":2}}')),
      'sauvegarde complète',
    ],
    ['that is no backup', () => gzipSync('hello'), 'sauvegarde complète'],
    ['that is empty', () => Buffer.alloc(0), 'sauvegarde complète'],
  ])('%s', async (_, damage, says) => {
    const file = join(folder, 'e.ndjson.gz')
    await writeFile(file, damage(whole))
    await expect(openBackup(file)).rejects.toThrow(says)
  })
})
