import type { Context } from 'aws-lambda'
import { driveFile } from '#scripts/local/test-support/services.ts'
import { resourceFixture, wipe } from '../test-support/content.ts'
import { createContext } from '../test-support/gateway.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
let check: (event: unknown, context: Context) => Promise<void>
let asked: string[]

const FOLDER = '1InboxInboxInboxInboxInbox'
const NEW_FILE = '1NewNewNewNewNewNewNewNewNew'

beforeAll(async () => {
  site = await startSite()
  site.store.bypassProxy()
  const { files } = site.drive
  check = (await import('./check-documents.ts')).handler
  const ids = Array.from({ length: 30 }, (_, index) => `1FileFileFileFileFileFileFile${index}`)
  for (const id of ids) files.set(id, driveFile({ mimeType: 'video/mp4' }))
  files.set(NEW_FILE, driveFile({ name: 'SM 2023 normale.pdf', folder: FOLDER }))
  await site.stores.resources.putAll(
    ids.map((fileId) => resourceFixture({ type: 'video', file: { kind: 'drive', fileId } })),
  )
})
afterAll(() => site.stop())
beforeEach(async () => {
  await wipe(site.store.table, /^(?:HEALTH|INBOX)/)
  await site.stores.inbox.putAll(FOLDER, [])
  asked = []
  site.drive.failWith((operation, { url }) => {
    if (operation !== 'list') asked.push(url ?? '')
    return undefined
  })
})

const withTimeLeft = (ms: number): Context => ({ ...createContext(), getRemainingTimeInMillis: () => ms })

test('leaves the rest to the next run when its time is up, and searches the inbox each time', async () => {
  for (const [passed, isOver] of [
    [24, false],
    [30, true],
  ] as const) {
    await check({}, withTimeLeft(179_000))
    expect([asked.length, new Set(asked).size]).toEqual([passed, passed])
    const { cursor, checkedAt } = (await site.stores.documentHealth.read()).round
    expect([cursor === null, checkedAt !== null]).toEqual([isOver, isOver])
    expect(await site.stores.inbox.read()).toMatchObject({
      files: [{ fileId: NEW_FILE }],
      search: { fault: null },
    })
  }
})
