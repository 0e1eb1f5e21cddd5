import type { Context } from 'aws-lambda'
import {
  driveFile,
  PAGES_BUCKET,
  startTestDrive,
  startTestServices,
  type TestDrive,
  type TestServices,
} from '#scripts/local/test-support/services.ts'
import { createDocumentHealth } from '../data/document-health.ts'
import { createInbox } from '../data/inbox.ts'
import { createResources } from '../data/resources.ts'
import { resourceFixture, wipe } from '../test-support/content.ts'
import { createContext } from '../test-support/gateway.ts'
import { QUEUE_URLS } from '../test-support/site.ts'
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
    PAGES_BUCKET,
    PREPARATION_QUEUE_URL: QUEUE_URLS.all,
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
