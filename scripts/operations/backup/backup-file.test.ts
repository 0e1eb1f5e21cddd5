import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import type { Account } from './backup-lines.ts'
import { openBackup } from './backup-source.ts'
import type { StoredTable } from './scan-table.ts'
import { patientClient } from './stage-store.ts'
import { type BackupOrder, type BackupSummary, writeBackup } from './write-backup.ts'
import { writeItems } from './write-items.ts'

/** More than one page of 1 MB for each segment. */
const ITEMS = 32
const SIZE = 100_000

let store: TestTable
let table: StoredTable
let folder: string
beforeAll(async () => {
  store = await startTable()
  table = { client: patientClient(), name: store.table.name }
  const items = Array.from({ length: ITEMS }, (_, index) => ({
    pk: { S: `P#${index}` },
    sk: { S: 'X' },
    bytes: { B: new Uint8Array(randomBytes(SIZE)) },
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
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const student: Account = { sub: '1', email: 'eleve@exemple.test', isEnabled: true, status: 'CONFIRMED' }
async function* oneAccount(): AsyncGenerator<Account[]> {
  yield [student]
}

function backUp(file: string, changes: Partial<BackupOrder> = {}): Promise<BackupSummary> {
  return writeBackup({
    table,
    stage: 'local',
    file,
    segments: 2,
    resume: false,
    accounts: oneAccount,
    now: new Date('2026-03-01T10:00:00Z'),
    signal: new AbortController().signal,
    ...changes,
  })
}

test('a backup tells what it is and holds everything, for the owner of the file alone', async () => {
  const file = join(folder, 'a.ndjson.gz')
  const backup = await backUp(file)
  expect(backup).toMatchObject({
    stage: 'local',
    table: table.name,
    takenAt: '2026-03-01T10:00:00.000Z',
    accounts: 1,
    digest: { items: ITEMS },
  })
  const again = await openBackup(file)
  expect(again).toMatchObject(backup)
  const keys: unknown[] = []
  for await (const item of again.items()) keys.push(item['pk']?.S)
  expect(new Set(keys).size).toBe(ITEMS)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(`${file}.sha256`, 'utf8')).toBe(`${again.fingerprint}  a.ndjson.gz\n`)
})

test('a run that is stopped leaves nothing that looks like a backup, and the next one goes on from there', async () => {
  const file = join(folder, 'b.ndjson.gz')
  const stop = new AbortController()
  let seen = 0
  const onItems = (items: number) => {
    seen += items
    stop.abort(new Error('stopped'))
  }
  await expect(backUp(file, { signal: stop.signal, onItems })).rejects.toThrow('stopped')
  expect(seen).toBeGreaterThan(0)
  expect(seen).toBeLessThan(ITEMS)
  expect(existsSync(file)).toBe(false)
  await expect(openBackup(`${file}.part`)).rejects.toThrow("elle s'arrête avant sa fin")
  await expect(backUp(file)).rejects.toThrow('--resume')

  // What a run wrote after it last noted how far it was is written anew.
  await writeFile(`${file}.part`, 'half a page', { flag: 'a' })
  let rest = 0
  const backup = await backUp(file, {
    resume: true,
    onItems: (items) => {
      rest += items
    },
  })
  expect(seen + rest).toBe(ITEMS)
  const whole = await backUp(join(folder, 'whole.ndjson.gz'))
  expect(backup.digest).toEqual(whole.digest)
  expect([existsSync(`${file}.part`), existsSync(`${file}.state.json`)]).toEqual([false, false])
})

test('a page that cannot be read ends the run, which can be taken up again', async () => {
  const file = join(folder, 'c.ndjson.gz')
  let calls = 0
  store.failWith((operation) => {
    calls += 1
    return operation === 'Scan' && calls > 2 ? { status: 400, type: 'AccessDeniedException' } : undefined
  })
  await expect(backUp(file)).rejects.toThrow()
  store.failWith(() => undefined)
  expect((await backUp(file, { resume: true })).digest.items).toBe(ITEMS)
})

test('what stands in the way is said', async () => {
  const file = join(folder, 'd.ndjson.gz')
  await expect(backUp(file, { resume: true })).rejects.toThrow('Rien à reprendre')
  await backUp(file, { accounts: null })
  await expect(backUp(file)).rejects.toThrow('existe déjà')
  expect((await openBackup(file)).accounts).toBeNull()
})

describe('a backup that is not whole is refused', () => {
  const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 200)
  const flipped = (bytes: Buffer) => {
    const copy = Buffer.from(bytes)
    copy[1000] = (copy[1000] ?? 0) ^ 1
    return copy
  }
  const rewritten = (change: (lines: string[]) => string[]) => (bytes: Buffer) =>
    gzipSync(change(gunzipSync(bytes).toString().split('\n').slice(0, -1)).join('\n'))

  let whole: Buffer
  let checksum: Buffer
  beforeAll(async () => {
    const beside = mkdtempSync(join(tmpdir(), 'whole-'))
    const file = join(beside, 'e.ndjson.gz')
    await backUp(file)
    whole = await readFile(file)
    checksum = await readFile(`${file}.sha256`)
    rmSync(beside, { recursive: true })
  })

  test.each<[what: string, damage: (bytes: Buffer) => Buffer, says: string]>([
    ['cut off', cut, 'sauvegarde complète'],
    ['with a bit that fell over', flipped, 'sauvegarde complète'],
    ['without its last line', rewritten((lines) => lines.slice(0, -1)), "s'arrête avant sa fin"],
    ['without one item', rewritten((lines) => lines.toSpliced(5, 1)), 'ses comptes'],
    ['with an item twice', rewritten((lines) => lines.toSpliced(5, 0, lines[5] ?? '')), 'ses comptes'],
    ['without its first line', rewritten((lines) => lines.slice(1)), 'début'],
    [
      'with something after its end',
      rewritten((lines) => [...lines, lines[2] ?? '']),
      'continue après sa fin',
    ],
    ['packed anew', (bytes) => gzipSync(gunzipSync(bytes)), '.sha256'],
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
    await writeFile(`${file}.sha256`, checksum)
    await expect(openBackup(file)).rejects.toThrow(says)
  })
})
