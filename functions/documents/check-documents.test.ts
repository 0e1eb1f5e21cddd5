import type { Context } from 'aws-lambda'
import { driveError } from '#scripts/local/drive/server.ts'
import { startTestServices, type TestServices } from '#scripts/local/test-support/services.ts'
import { driveFile, startTestDrive, type TestDrive } from '#scripts/local/test-support/test-drive.ts'
import { createDocumentHealth } from '../data/document-health.ts'
import { createResources } from '../data/resources.ts'
import { resourceFixture, wipe } from '../test-support/content.ts'
import { createContext } from '../test-support/gateway.ts'
import { startTable, type TestTable } from '../test-support/table.ts'

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

test('checks every document and ends the round when there is time enough', async () => {
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
