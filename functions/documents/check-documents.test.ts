import type { Context } from 'aws-lambda'
import { driveError } from '#scripts/local/drive/server.ts'
import { startTestServices, type TestServices } from '#scripts/local/test-support/services.ts'
import { driveFile, startTestDrive, type TestDrive } from '#scripts/local/test-support/test-drive.ts'
import { createDocumentHealth } from '../data/document-health.ts'
import { createDocumentList } from '../data/document-list.ts'
import { createDocuments } from '../data/documents.ts'
import { createInbox } from '../data/inbox.ts'
import { createResources } from '../data/resources.ts'
import { openDrive } from '../drive/drive.ts'
import { systemClock } from '../http/clock.ts'
import { resourceFixture, wipe } from '../test-support/content.ts'
import { createContext } from '../test-support/gateway.ts'
import { hostilePdfs, measureGrowth } from '../test-support/hostile-pdfs.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { checkBatch } from './check-batch.ts'

let store: TestTable
let services: TestServices
let drive: TestDrive
let check: (event: unknown, context: Context) => Promise<void>
let asked: string[]

beforeAll(async () => {
  store = await startTable()
  services = await startTestServices()
  drive = await startTestDrive()
  services.secrets.set('drive', JSON.stringify(drive.account))
  Object.assign(process.env, {
    TABLE_NAME: store.table.name,
    DRIVE_API_URL: drive.url,
    DRIVE_CREDENTIALS_SECRET_ID: 'drive',
  })
  check = (await import('./check-documents.ts')).handler
})
afterAll(async () => {
  await drive.close()
  await services.close()
  await store.stop()
})
beforeEach(async () => {
  await wipe(store.table, /^(?:RESOURCE#|HEALTH)/)
  asked = []
  drive.failWith((_operation, { url }) => {
    asked.push(url ?? '')
    return undefined
  })
  const ids = Array.from({ length: 60 }, (_, index) => `1FileFileFileFileFileFileFile${index}`)
  for (const id of ids) drive.files.set(id, driveFile({ mimeType: 'video/mp4' }))
  await createResources(store.table).putAll(
    ids.map((fileId) => resourceFixture({ type: 'video', file: { kind: 'drive', fileId } })),
  )
})

const withTimeLeft = (ms: number): Context => ({ ...createContext(), getRemainingTimeInMillis: () => ms })
const round = async () => (await createDocumentHealth(store.table).read()).round

test('checks every document and ends the round within its time', async () => {
  await check({}, withTimeLeft(900_000))
  expect(new Set(asked).size).toBe(60)
  expect(await round()).toEqual({ cursor: null, checkedAt: expect.any(String) })
})

test('leaves the rest to the next run when its time is up', async () => {
  for (const [passed, isOver] of [
    [24, false],
    [48, false],
    [60, true],
  ] as const) {
    await check({}, withTimeLeft(179_000))
    expect(asked).toHaveLength(passed)
    expect(new Set(asked).size).toBe(passed)
    const { cursor, checkedAt } = await round()
    expect([cursor === null, checkedAt !== null]).toEqual([isOver, isOver])
  }
})

test('fails when Drive does not answer, and the next run continues there', async () => {
  await check({}, withTimeLeft(179_000))
  const { cursor } = await round()
  drive.failWith(() => driveError(400, 'badRequest'))
  await expect(check({}, withTimeLeft(900_000))).rejects.toMatchObject({ code: 'DOCUMENT_SOURCE_FAILED' })
  expect(await round()).toEqual({ cursor, checkedAt: null })
})

describe('the inbox folder', () => {
  const FOLDER = '1InboxInboxInboxInboxInbox'
  const NEW_FILE = '1NewNewNewNewNewNewNewNewNew'
  const inbox = () => createInbox(store.table).read()
  beforeEach(async () => {
    await wipe(store.table, /^INBOX/)
    await createInbox(store.table).putAll(FOLDER, [])
    drive.files.set(NEW_FILE, driveFile({ name: 'SM 2023 normale.pdf', folder: FOLDER }))
  })
  afterEach(() => drive.files.delete(NEW_FILE))

  test('is searched after the documents, also when their time is up', async () => {
    await check({}, withTimeLeft(179_000))
    expect(await inbox()).toMatchObject({ files: [{ fileId: NEW_FILE }], search: { fault: null } })
    expect(asked.at(-1)).toContain(FOLDER)
  })

  test('is searched when the documents fail', async () => {
    drive.failWith((operation) => (operation === 'list' ? undefined : driveError(400, 'badRequest')))
    await expect(check({}, withTimeLeft(900_000))).rejects.toMatchObject({ code: 'DOCUMENT_SOURCE_FAILED' })
    expect(await inbox()).toMatchObject({ files: [{ fileId: NEW_FILE }] })
  })

  test('may fail without the documents', async () => {
    drive.failWith((operation) => (operation === 'list' ? driveError(400, 'badRequest') : undefined))
    await check({}, withTimeLeft(900_000))
    expect(await round()).toMatchObject({ cursor: null, checkedAt: expect.any(String) })
    expect(await inbox()).toMatchObject({ files: [], search: { fault: 'no-answer' } })
  })
})

describe('hostile files', () => {
  const HOSTILE = hostilePdfs.map(({ pdf, ...rest }) => ({ bytes: pdf(), ...rest }))
  const [honest] = HOSTILE.filter(({ pages }) => pages === 5_000)

  /** Stores a document for each of these files, in place of all others. */
  async function storeOnly(files: readonly { bytes: Buffer }[]) {
    await wipe(store.table, /^RESOURCE#/)
    const documents = files.map(({ bytes }, index) => {
      const fileId = `1HostileHostileHostileHostile${index}`
      drive.files.set(fileId, driveFile({ bytes }))
      return resourceFixture({ file: { kind: 'drive', fileId } })
    })
    await createResources(store.table).putAll(documents)
    drive.operations.clear()
    return documents
  }
  const downloads = () => drive.operations.list().filter((operation) => operation === 'media').length
  const find = (id: string) => createDocuments(store.table).find(id)

  test('are read once, and skipped until they change', async () => {
    const documents = await storeOnly(HOSTILE)
    // The function has 1,024 MB, of which the files themselves and Node take 200.
    expect(await measureGrowth(() => check({}, withTimeLeft(900_000)))).toBeLessThan(700_000_000)
    expect(await round()).toMatchObject({ cursor: null })
    for (const [index, { bytes, pages, what }] of HOSTILE.entries())
      expect({ what, ...(await find(documents[index]?.id ?? '')) }).toMatchObject({
        what,
        size: bytes.length,
        pages,
      })
    expect(downloads()).toBe(HOSTILE.length)
    await check({}, withTimeLeft(900_000))
    expect(downloads()).toBe(HOSTILE.length)

    drive.files.set('1HostileHostileHostileHostile4', driveFile({ bytes: honest?.bytes ?? Buffer.alloc(0) }))
    await check({}, withTimeLeft(900_000))
    expect(downloads()).toBe(HOSTILE.length + 1)
    expect(await find(documents[4]?.id ?? '')).toMatchObject({ pages: 5_000 })
  })

  test('that end the whole function are not read again', async () => {
    const [document] = await storeOnly([{ bytes: honest?.bytes ?? Buffer.alloc(0) }])
    const health = createDocumentHealth(store.table)
    const { DRIVE_API_URL = '', DRIVE_CREDENTIALS_SECRET_ID = '' } = process.env
    const ending = checkBatch(
      {
        drive: openDrive({ DRIVE_API_URL, DRIVE_CREDENTIALS_SECRET_ID }),
        documentList: createDocumentList(store.table),
        health: {
          ...health,
          noteSize: async (...noted) => {
            await health.noteSize(...noted)
            throw new Error('The function ends here')
          },
        },
        clock: systemClock,
      },
      undefined,
    )
    await expect(ending).rejects.toThrow('The function ends here')
    await check({}, withTimeLeft(900_000))
    expect(downloads()).toBe(1)
    expect(await find(document?.id ?? '')).toMatchObject({ size: honest?.bytes.length, pages: null })
  })
})
