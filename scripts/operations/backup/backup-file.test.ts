import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { type BackupOrder, writeBackup } from '../../backup.ts'
import { createPatientClient, type StoredTable } from '../stage-access.ts'
import { type Backup, openBackup } from './backup-file.ts'
import { type StoredItem, writeItems } from './stored-table.ts'

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

describe('an export to S3', () => {
  const items: StoredItem[] = [
    { pk: { S: 'a' }, sk: { S: '1' }, n: { N: '8.5' }, set: { NS: ['1', '2'] } },
    { pk: { S: 'b\u2028' }, sk: { S: '2' }, bytes: { B: new Uint8Array([1, 2]) } },
    { pk: { S: 'c' }, sk: { S: '3' }, none: { NULL: true } },
  ]
  const lines = [
    '{"Item":{"pk":{"S":"a"},"sk":{"S":"1"},"n":{"N":"8.5"},"set":{"NS":["1","2"]}}}',
    '{"Item":{"pk":{"S":"b\u2028"},"sk":{"S":"2"},"bytes":{"B":"AQI="}}}',
    '{"Item":{"pk":{"S":"c"},"sk":{"S":"3"},"none":{"NULL":true}}}',
  ]

  /** The fields that are read, as AWS documents them: two manifests, and data files by their keys, one of them empty. */
  function writeExport(changes: { summary?: object; data?: string[] } = {}): void {
    const id = 'AWSDynamoDB/01693685827463-2d8752fd'
    const files = [lines.slice(0, 2), lines.slice(2), []].map((part, index) => {
      const bytes = gzipSync(part.map((line) => `${line}\n`).join(''))
      const key = `${id}/data/q${index}.json.gz`
      const md5 = createHash('md5').update(bytes).digest('base64')
      return { part, bytes, key, md5 }
    })
    mkdirSync(join(folder, 'data'))
    for (const [index, { bytes }] of files.entries())
      writeFileSync(
        join(folder, 'data', `q${index}.json.gz`),
        index === 0 && changes.data ? gzipSync(changes.data.join('\n')) : bytes,
      )
    const summary = {
      tableArn: 'arn:aws:dynamodb:eu-west-3:123456789012:table/revision-prod',
      exportTime: '2026-03-01T03:30:00.000Z',
      itemCount: lines.length,
      outputFormat: 'DYNAMODB_JSON',
      exportType: 'FULL_EXPORT',
      ...changes.summary,
    }
    writeFileSync(join(folder, 'manifest-summary.json'), JSON.stringify(summary))
    writeFileSync(
      join(folder, 'manifest-files.json'),
      files
        .map(({ part, md5, key }) =>
          JSON.stringify({ itemCount: part.length, md5Checksum: md5, etag: 'x-1', dataFileS3Key: key }),
        )
        .join('\n'),
    )
  }

  test('reads an export that DynamoDB made to S3 as a backup of its stage', async () => {
    writeExport()
    const backup = await openBackup(folder)
    expect(backup).toMatchObject({
      stage: 'prod',
      table: 'revision-prod',
      takenAt: '2026-03-01T03:30:00.000Z',
      digest: { items: 3 },
    })
    const read: StoredItem[] = []
    for await (const item of backup.items()) read.push(item)
    expect(read).toEqual(items)
  })

  test.each([
    { what: 'of other items', changes: { data: lines.slice(1) }, says: 'data/q0.json.gz' },
    { what: 'with an item too few', changes: { data: lines.slice(0, 1) }, says: 'data/q0.json.gz' },
    {
      what: 'that counts another number',
      changes: { summary: { itemCount: 4 } },
      says: '3 éléments au lieu de 4',
    },
    {
      what: 'of changes only',
      changes: { summary: { exportType: 'INCREMENTAL_EXPORT' } },
      says: 'incrémental',
    },
    { what: 'in Ion', changes: { summary: { outputFormat: 'ION' } }, says: 'DYNAMODB_JSON' },
  ])('refuses an export $what', async ({ changes, says }) => {
    writeExport(changes)
    await expect(openBackup(folder)).rejects.toThrow(says)
  })
})
