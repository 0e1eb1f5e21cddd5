import { driveError } from '#scripts/local/drive/server.ts'
import { driveFile } from '#scripts/local/test-support/services.ts'
import { decideInboxFile, listInbox, searchInbox } from '#shared/contract/admin/inbox.ts'
import { getStoredSettings, updateSettings } from '#shared/contract/admin/settings.ts'
import { getSettings } from '#shared/contract/site-texts.ts'
import { MAX_COPY_BYTES } from '#shared/entities/copy.ts'
import { type Administration, createAdministration } from '../test-support/administration.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture, wipe } from '../test-support/content.ts'
import { type Site, startSite } from '../test-support/site.ts'

const FOLDER = '1FolderFolderFolderFolder'
const id = (letter: string) => letter.repeat(28)

let site: Site
let admin: Administration
beforeAll(async () => {
  site = await startSite()
  admin = await createAdministration(site)
})
afterAll(() => site.stop())
beforeEach(async () => {
  site.drive.files.clear()
  site.drive.failWith(null)
  setClock(new Date('2026-03-01T02:00:00.000Z'))
  await wipe(site.store.table, /^(?:RESOURCE#|SUBJECTS#|INBOX|SETTINGS|THROTTLE#)/)
  await site.stores.inbox.putAll(FOLDER, [])
})
afterEach(() => setClock(null))

const search = () => admin.asOwner(searchInbox)
const list = async (state = 'waiting') => (await admin.asOwner(listInbox, { query: { state } })).json
const items = async (state?: string) => (await list(state)).items as Record<string, unknown>[]
const drop = (letter: string, file: Parameters<typeof driveFile>[0] = {}) =>
  site.drive.files.set(id(letter), driveFile({ name: `${letter}.pdf`, folder: FOLDER, ...file }))
const setFolder = async (inboxFolder?: string | null) => {
  const { json } = await admin.asOwner(getStoredSettings)
  const { inboxFolder: _, ...body } = json
  return admin.asOwner(updateSettings, {
    body: { ...body, ...(inboxFolder !== undefined && { inboxFolder }) },
  })
}

test('new files are listed with what their names say', async () => {
  drop('a', { name: 'SM 2023 normale corrigé.pdf' })
  drop('b', { name: 'SM_Ondes_1_2019_N_enonce.pdf' })
  drop('c', { name: 'Scan 12.pdf' })
  const end = { searchedAt: '2026-03-01T02:00:00.000Z', fault: null, isCut: false }
  expect(await search()).toMatchObject({ status: 200, json: end })
  const paper = { action: 'subject', track: 'SM', year: '2023', part: 'correction' }
  const found = { name: 'SM 2023 normale corrigé.pdf', size: 8, fault: null, seenAt: end.searchedAt }
  const chapterTitle = 'Ondes mécaniques progressives'
  expect(await list()).toMatchObject({
    ...end,
    hasFolder: true,
    items: [
      { fileId: id('a'), ...found, guess: paper, obstacle: 'no-statement' },
      { fileId: id('b'), guess: { action: 'resource', chapter: chapterTitle }, obstacle: null },
      { fileId: id('c'), guess: { action: null } },
    ],
  })
})

const large = { content: { size: MAX_COPY_BYTES + 1, etag: '"x"', read: () => [] } }

test('each file that cannot become a document has its fault, and the others have none', async () => {
  const files: [file: Parameters<typeof drop>[1], fault: string | null][] = [
    [{ mimeType: 'application/vnd.google-apps.shortcut' }, 'shortcut'],
    [{ mimeType: 'application/vnd.google-apps.document' }, 'google-document'],
    [{ mimeType: 'image/jpeg' }, 'wrong-type'],
    [{ mimeType: 'application/octet-stream', name: 'd' }, 'wrong-type'],
    [{ mimeType: 'application/octet-stream' }, null],
    [{ bytes: Buffer.alloc(0) }, 'empty'],
    [large, 'too-large'],
    [{ mimeType: 'video/mp4', ...large }, null],
  ]
  for (const [index, [file]] of files.entries()) drop('abcdefgh'[index] ?? '', file)
  await search()
  expect((await items()).map(({ fault }) => fault)).toEqual(files.map(([, fault]) => fault))
})

test('the same folder again changes nothing, and keeps what an owner put aside', async () => {
  drop('a')
  drop('b')
  await search()
  await admin.asOwner(decideInboxFile, { params: { fileId: id('a') }, body: { action: 'ignore' } })
  setClock(new Date('2026-03-02T02:00:00.000Z'))
  site.store.operations.clear()
  expect((await search()).json.searchedAt).toBe('2026-03-02T02:00:00.000Z')
  const writes = site.store.operations.list().filter((name) => /^(?:Put|Delete|BatchWrite)/.test(name))
  expect(writes).toEqual(['PutItem'])
  expect(await items()).toMatchObject([{ fileId: id('b'), seenAt: '2026-03-01T02:00:00.000Z' }])
  expect(await items('ignored')).toMatchObject([{ fileId: id('a') }])
})

test('a file that was renamed is read again, one that left or became a document goes', async () => {
  drop('a')
  drop('b')
  drop('c')
  await search()
  drop('a', { name: 'PC 2021 rattrapage.pdf' })
  site.drive.files.delete(id('b'))
  const file = { kind: 'drive', fileId: id('c') } as const
  await site.stores.resources.putAll([resourceFixture({ file })])
  await search()
  expect(await items()).toMatchObject([{ fileId: id('a'), guess: { track: 'PC', year: '2021' } }])
})

test('a failure of Drive keeps what is listed', async () => {
  drop('a')
  await search()
  site.drive.failWith(() => driveError(400, 'badRequest'))
  expect((await search()).json.code).toBe('DOCUMENT_SOURCE_FAILED')
  expect(await list()).toMatchObject({ fault: 'no-answer', items: [{ fileId: id('a') }] })
  site.drive.failWith(null)
  await search()
  expect(await list()).toMatchObject({ fault: null, items: [{ fileId: id('a') }] })
})

test('the folder is set by owners, kept by a form that does not know it, and not public', async () => {
  const text = `https://drive.google.com/drive/folders/${FOLDER}?usp=sharing`
  expect((await setFolder(text)).json).toMatchObject({ inboxFolder: text, version: 1 })
  expect((await setFolder()).json).toMatchObject({ inboxFolder: text })
  expect((await admin.asOwner(getStoredSettings)).json).toMatchObject({ inboxFolder: text })
  expect(JSON.stringify((await site.call(getSettings)).json)).not.toMatch(/inboxFolder|drive\.google/)
  const [entry] = await admin.listEntries('SETTINGS')
  expect(entry).toMatchObject({ before: { inboxFolder: FOLDER }, after: { inboxFolder: text } })
})
