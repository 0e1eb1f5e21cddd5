import type { Context } from 'aws-lambda'
import { startTestServices, type TestServices } from '#scripts/local/test-support/services.ts'
import { driveFile, startTestDrive, type TestDrive } from '#scripts/local/test-support/test-drive.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { createDocumentHealth } from '../data/document-health.ts'
import { createDocuments } from '../data/documents.ts'
import { createInbox } from '../data/inbox.ts'
import { createResources } from '../data/resources.ts'
import { resourceFixture, wipe } from '../test-support/content.ts'
import { createContext } from '../test-support/gateway.ts'
import { hostilePdfs, measureGrowth } from '../test-support/hostile-pdfs.ts'
import { startTable, type TestTable } from '../test-support/table.ts'

let store: TestTable
let services: TestServices
let drive: TestDrive
let check: (event: unknown, context: Context) => Promise<void>
let asked: string[]

const FOLDER = '1InboxInboxInboxInboxInbox'
const NEW_FILE = '1NewNewNewNewNewNewNewNewNew'

beforeAll(async () => {
  store = await startTable()
  store.bypassProxy()
  services = await startTestServices()
  drive = await startTestDrive()
  services.secrets.set('drive', JSON.stringify(drive.account))
  Object.assign(process.env, {
    TABLE_NAME: store.table.name,
    DRIVE_API_URL: drive.url,
    DRIVE_CREDENTIALS_SECRET_ID: 'drive',
  })
  check = (await import('./check-documents.ts')).handler
  const ids = Array.from({ length: 30 }, (_, index) => `1FileFileFileFileFileFileFile${index}`)
  for (const id of ids) drive.files.set(id, driveFile({ mimeType: 'video/mp4' }))
  drive.files.set(NEW_FILE, driveFile({ name: 'SM 2023 normale.pdf', folder: FOLDER }))
  await createResources(store.table).putAll(
    ids.map((fileId) => resourceFixture({ type: 'video', file: { kind: 'drive', fileId } })),
  )
})
afterAll(async () => {
  await drive.close()
  await services.close()
  await store.stop()
})
beforeEach(async () => {
  await wipe(store.table, /^(?:HEALTH|INBOX)/)
  await createInbox(store.table).putAll(FOLDER, [])
  asked = []
  drive.failWith((operation, { url }) => {
    if (operation !== 'list') asked.push(url ?? '')
    return undefined
  })
})

const withTimeLeft = (ms: number): Context => ({ ...createContext(), getRemainingTimeInMillis: () => ms })
const round = async () => (await createDocumentHealth(store.table).read()).round
const inbox = () => createInbox(store.table).read()

test('leaves the rest to the next run when its time is up, and searches the inbox each time', async () => {
  for (const [passed, isOver] of [
    [24, false],
    [30, true],
  ] as const) {
    await check({}, withTimeLeft(179_000))
    expect([asked.length, new Set(asked).size]).toEqual([passed, passed])
    const { cursor, checkedAt } = await round()
    expect([cursor === null, checkedAt !== null]).toEqual([isOver, isOver])
    expect(await inbox()).toMatchObject({ files: [{ fileId: NEW_FILE }], search: { fault: null } })
  }
})

describe('hostile files', () => {
  const HOSTILE = hostilePdfs.map(({ pdf, ...rest }) => ({ bytes: pdf(), ...rest }))
  const readable = HOSTILE.findIndex(({ pages }) => pages !== null)
  const unreadable = HOSTILE.findIndex(({ pages }) => pages === null)
  const honest = HOSTILE[readable] as (typeof HOSTILE)[number]

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
  const find = (id = '') => createDocuments(store.table).find(id)

  test('are read once within limits, and skipped until they change', async () => {
    const documents = await storeOnly(HOSTILE)
    const growth = await measureGrowth(() => check({}, withTimeLeft(900_000)))
    // The function has 1,024 MB, of which the files themselves and Node take 200.
    if (isLongRun) expect(growth).toBeLessThan(700_000_000)
    for (const [index, { bytes, pages, what }] of HOSTILE.entries()) {
      const found = await find(documents[index]?.id)
      expect({ what, ...found }).toMatchObject({ what, size: bytes.length, pages })
    }
    await check({}, withTimeLeft(900_000))
    expect(downloads()).toBe(HOSTILE.length)

    drive.files.set(`1HostileHostileHostileHostile${unreadable}`, driveFile({ bytes: honest.bytes }))
    await check({}, withTimeLeft(900_000))
    expect(downloads()).toBe(HOSTILE.length + 1)
    expect(await find(documents[unreadable]?.id)).toMatchObject({ pages: honest.pages })
  })
})
