import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { SQSEvent } from 'aws-lambda'
import { describeFile } from '#scripts/local/drive/files.ts'
import { driveError } from '#scripts/local/drive/server.ts'
import { driveFile, PAGES_BUCKET } from '#scripts/local/test-support/services.ts'
import { listBrokenDocuments } from '#shared/contract/admin/documents.ts'
import { getTicket } from '#shared/contract/files.ts'
import { UNKNOWN_CONTENT } from '#shared/entities/file.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { createPagesBucket } from '../aws/buckets.ts'
import { createAdministration } from '../test-support/administration.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture, subjectDocumentFixture, subjectFixture, wipe } from '../test-support/content.ts'
import {
  film,
  hostilePdfs,
  measureGrowth,
  paperOf,
  pdfOfObjects,
  unplayableFilm,
} from '../test-support/hostile-pdfs.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
let asOwner: Awaited<ReturnType<typeof createAdministration>>['asOwner']
let handler: (event: Partial<SQSEvent>) => Promise<void>
beforeAll(async () => {
  site = await startSite()
  asOwner = (await createAdministration(site)).asOwner
  handler = (await import('./handler.ts')).handler
})
afterAll(() => site.stop())
beforeEach(() => clearCalls())
afterEach(() => {
  setClock(null)
  site.heal()
  site.drive.failWith(null)
  site.services.failWith(null)
})

function clearCalls(): void {
  for (const { operations } of [site.store, site.drive, site.services]) operations.clear()
  site.services.invalidated.clear()
}

let count = 0
const newPaper = () => paperOf(`BT /F 20 Tf 40 600 Td (Exercice ${(count += 1)}) Tj ET`)
const newFile = () => ({ kind: 'drive', fileId: `1PaperPaperPaperPaperPaper${(count += 1)}` }) as const
const put = (fileId: string, bytes: Buffer) => site.drive.files.set(fileId, driveFile({ bytes }))
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Stores a resource of which only the file in Drive is known. */
async function stored(bytes: Buffer) {
  const file = newFile()
  put(file.fileId, bytes)
  const resource = resourceFixture({ ...UNKNOWN_CONTENT, isFree: true, file, title: `Titre ${file.fileId}` })
  await site.stores.resources.putAll([resource])
  return { ...resource, file }
}

const prepare = (documentId: string) =>
  handler({ Records: [{ body: JSON.stringify({ documentId }) }] } as Partial<SQSEvent>)
const find = (id: string) => site.stores.documents.find(id)
const open = async (id: string) => (await site.call(getTicket, { params: { id } })).json
const objectsOf = (digest: string) =>
  site.services.pages.list(`files/pages/${digest}/`).map((key) => key.slice(`files/pages/${digest}/`.length))
const written = () => site.services.operations.list().filter((operation) => operation === 'PutObject')
const downloads = () => site.drive.operations.list().filter((operation) => operation === 'media').length
const OBJECTS = new Set(['1.webp', '1@2x.webp', 'text.json', 'manifest.json'])

test('prepares a new PDF, and draws nothing when it is asked again', async () => {
  const paper = newPaper()
  const { id } = await stored(paper)
  await prepare(id)
  const digest = digestOf(paper)
  expect(new Set(objectsOf(digest))).toEqual(OBJECTS)
  const object = (name: string) => site.services.pages.get(`files/pages/${digest}/${name}`)
  const headers = { contentType: 'image/webp', cacheControl: 'public, max-age=31536000, immutable' }
  expect(object('1@2x.webp')).toMatchObject(headers)
  const bytes = object('1.webp')?.body.length ?? 0
  const size = bytes + (object('text.json')?.body.length ?? 0) + (object('manifest.json')?.body.length ?? 0)
  const content = { digest, size, pages: 1, source: driveFile({ bytes: paper }).content.md5, fault: null }
  expect(await find(id)).toMatchObject({ ...content, version: digest })
  const pictures = [{ width: 1_080, height: 1_440, bytes }]
  expect(await site.stores.prepared.find(digest)).toEqual({ pages: 1, size, pictures })
  expect(await open(id)).toMatchObject({ mode: 'pages', version: digest, size, pages: 1, pictures })
  const bucket = createPagesBucket(PAGES_BUCKET)
  const picture = { ...pictures[0], largeBytes: object('1@2x.webp')?.body.length }
  expect(await bucket.readManifest(digest)).toMatchObject({ pictures: [picture], outline: [], links: [] })
  expect((await bucket.readText(digest))?.pages[0]?.[0]?.[4]).toMatch(/^Exercice \d+$/)

  clearCalls()
  await prepare(id)
  expect(site.drive.operations.list()).toEqual(['metadata'])
  expect([site.store.operations.list(), written()]).toEqual([['GetItem', 'UpdateItem'], []])
})

test('gives readers the new content of a file at once, and removes the pictures of the earlier one after 30 days', async () => {
  const [before, after] = [newPaper(), newPaper()]
  const { id, file } = await stored(before)
  await prepare(id)
  put(file.fileId, after)
  await prepare(id)
  expect(await open(id)).toMatchObject({ version: digestOf(after) })
  for (const days of [0, 29, 31]) {
    setClock(new Date(Date.now() + days * 86_400_000))
    await handler({})
    expect(objectsOf(digestOf(before))).toHaveLength(days > 30 ? 0 : 4)
  }
  expect(site.services.invalidated.list()).toContain(`/files/pages/${digestOf(before)}/*`)
  expect(new Set(objectsOf(digestOf(after)))).toEqual(OBJECTS)
  expect((await open(id)).code).toBeUndefined()
})

test('draws the same bytes once, also for a file that is put back, and removes them with their last document', async () => {
  const paper = newPaper()
  const digest = digestOf(paper)
  const [statement, correction] = [newFile(), newFile()]
  for (const { fileId } of [statement, correction]) put(fileId, paper)
  const parts = { correction: subjectDocumentFixture({ ...UNKNOWN_CONTENT, file: correction }) }
  await site.stores.subjects.putAll([subjectFixture({ ...UNKNOWN_CONTENT, file: statement, ...parts })])
  const ids = ['bac-SM-2024-Normale', 'bac-SM-2024-Normale-correction'] as const
  for (const id of ids) await prepare(id)
  put(correction.fileId, newPaper())
  await prepare(ids[1])
  put(correction.fileId, paper)
  await prepare(ids[1])
  expect(written()).toHaveLength(8)
  for (const id of ids) expect(await find(id)).toMatchObject({ digest, version: digest, pages: 1 })

  // What is lost is drawn again when a reader asks for it, once the daily call has noticed.
  await createPagesBucket(PAGES_BUCKET).remove(digest)
  await handler({})
  expect(await site.stores.prepared.find(digest)).toBeNull()
  for (const id of ids) await prepare(id)
  expect(await site.stores.prepared.find(digest)).toMatchObject({ pages: 1 })

  await wipe(site.store.table, /^SUBJECTS#/)
  await prepare(ids[0])
  expect(new Set(objectsOf(digest))).toEqual(OBJECTS)
  expect(site.services.invalidated.list()).toEqual([])
  site.services.failWith(() => ({ status: 403, type: 'AccessDenied' }))
  await expect(prepare(ids[1])).rejects.toThrow()
  site.services.failWith(null)
  await prepare(ids[1])
  expect(objectsOf(digest)).toEqual([])
  expect(await site.stores.prepared.find(digest)).toBeNull()
  expect(site.services.invalidated.list()).toContain(`/files/pages/${digest}/*`)
  await prepare(ids[1])
})

const pagesOf = (pages: number) =>
  pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${'3 0 R '.repeat(pages)}] >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 9] >>',
  ])

async function withPassword(): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage()
  document.encrypt({ userPassword: 'secret', ownerPassword: 'owner' })
  return Buffer.from(await document.save())
}

test.each([
  { what: 'is damaged', pdf: async () => Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj') },
  { what: 'is of another type', pdf: async () => Buffer.from('<html>/Type /Pages /Count 3</html>') },
  { what: 'has a password', pdf: withPassword },
  { what: 'has no page', pdf: async () => pagesOf(0) },
  { what: 'has more than 400 pages', pdf: async () => pagesOf(401) },
  { what: 'has more than 60 MB', pdf: async () => Buffer.alloc(60_000_001, '%PDF-1.4\n') },
])('notes once that a file $what, and shows it once it is replaced', async ({ pdf }) => {
  const { id, title, file } = await stored(await pdf())
  const listed = async () =>
    ((await asOwner(listBrokenDocuments)).json.items as { id: string }[]).filter((each) => each.id === id)
  await prepare(id)
  expect(await find(id)).toMatchObject({ digest: null, fault: 'unreadable' })
  expect(await listed()).toMatchObject([{ title, fault: 'unreadable' }])
  expect(await open(id)).toMatchObject({ status: 409, code: 'DOCUMENT_BROKEN' })
  const inDrive = site.drive.files.get(file.fileId) ?? driveFile()
  for (const isTrashed of [true, false]) {
    site.drive.files.set(file.fileId, { ...inDrive, isTrashed })
    await prepare(id)
    expect(await find(id)).toMatchObject({ fault: isTrashed ? 'trashed' : 'unreadable' })
  }
  expect([downloads(), written()]).toEqual([1, []])
  put(file.fileId, pagesOf(1))
  await prepare(id)
  expect(await open(id)).toMatchObject({ mode: 'pages', pages: 1 })
  expect(await listed()).toEqual([])
})

test('says what of a film no browser plays, until another one is in its place, and leaves one alone that is played', async () => {
  const file = newFile()
  const putFilm = (bytes: Buffer) =>
    site.drive.files.set(file.fileId, driveFile({ bytes, mimeType: 'video/mp4' }))
  const resource = resourceFixture({ ...UNKNOWN_CONTENT, type: 'video', isFree: true, file })
  await site.stores.resources.putAll([resource])
  putFilm(unplayableFilm)
  await prepare(resource.id)
  const unplayable = { fault: 'unplayable', faultDetail: 'image HEVC (H.265)', size: unplayableFilm.length }
  expect(await find(resource.id)).toMatchObject(unplayable)
  expect(await open(resource.id)).toMatchObject({ status: 409, code: 'DOCUMENT_BROKEN' })
  clearCalls()
  await prepare(resource.id)
  expect(downloads()).toBe(0)
  putFilm(film)
  await prepare(resource.id)
  const source = driveFile({ bytes: film }).content.md5
  expect(await open(resource.id)).toMatchObject({ mode: 'stream', version: source, size: film.length })
})

test('asks Drive again for a file whose bytes it refused', async () => {
  const { id } = await stored(newPaper())
  site.drive.failWith((operation) =>
    operation === 'media' ? driveError(403, 'cannotDownloadAbusiveFile') : undefined,
  )
  await prepare(id)
  expect(await find(id)).toMatchObject({ fault: 'refused', digest: null })
  site.drive.failWith(null)
  await prepare(id)
  expect(await open(id)).toMatchObject({ mode: 'pages' })
})

test.each(['metadata', 'media'])(
  'changes nothing and fails while Drive has no answer (%s)',
  async (silent) => {
    const { id } = await stored(newPaper())
    const before = await find(id)
    site.drive.failWith((operation) => (operation === silent ? driveError(400, 'badRequest') : undefined))
    await expect(prepare(id)).rejects.toThrow('Drive')
    expect([await find(id), written()]).toEqual([before, []])
  },
)

test('may be interrupted at each write and repeated, and run twice at once', async () => {
  const paper = pagesOf(2)
  const { id } = await stored(paper)
  for (const { service, write, count: writes } of [
    { service: site.services, write: 'PutObject', count: 6 },
    { service: site.store, write: 'UpdateItem', count: 2 },
  ])
    for (let allowed = 0; allowed < writes; allowed += 1) {
      let left = allowed
      service.failWith((operation) =>
        operation === write && (left -= 1) < 0 ? { status: 403, type: 'AccessDeniedException' } : undefined,
      )
      await expect(prepare(id)).rejects.toThrow()
      service.failWith(null)
      expect(await open(id)).toMatchObject({ code: 'DOCUMENT_PREPARING' })
    }
  const other = await stored(pagesOf(3))
  await Promise.all([id, other.id, other.id].map(prepare))
  expect(new Set(objectsOf(digestOf(paper)))).toEqual(new Set([...OBJECTS, '2.webp', '2@2x.webp']))
  for (const document of [id, other.id]) expect(await open(document)).toMatchObject({ mode: 'pages' })
})

test('looks at a file again that was replaced, and announced, while its earlier content was read', async () => {
  const [before, after] = [newPaper(), newPaper()]
  const { id, file } = await stored(before)
  let downloaded = 0
  site.drive.failWith((operation) =>
    operation === 'media' && (downloaded += 1) === 1
      ? async (_, response) => {
          put(file.fileId, after)
          await prepare(id)
          response.end(before)
        }
      : undefined,
  )
  await prepare(id)
  expect(downloaded).toBe(2)
  expect(await open(id)).toMatchObject({ version: digestOf(after) })
})

test('stores nothing for a reference that was replaced while its file was drawn', async () => {
  const paper = newPaper()
  const { file, ...resource } = await stored(paper)
  const replaced = { ...resource, file: newFile(), version: 'newer' }
  site.drive.failWith((operation) =>
    operation === 'metadata'
      ? async (_, response) => {
          await site.stores.resources.putAll([replaced])
          response.end(JSON.stringify(describeFile(file.fileId, driveFile({ bytes: paper }))))
        }
      : undefined,
  )
  await prepare(resource.id)
  expect(await site.stores.resources.find(resource.id)).toEqual(replaced)
  const use = (await site.stores.prepared.listUses()).find(({ digest }) => digest === digestOf(paper))
  expect(use).toMatchObject({ documents: new Set(), unusedSince: expect.any(String) })
})

test.each(hostilePdfs)(
  'draws or notes a file with $what within its limits, and does not try it again',
  async (row) => {
    const { id } = await stored(row.pdf())
    const growth = await measureGrowth(() => prepare(id))
    if (isLongRun) expect(growth).toBeLessThan(1_600_000_000)
    const { pages } = row
    expect(await find(id)).toMatchObject(pages === null ? { fault: 'unreadable' } : { pages, fault: null })
    await prepare(id)
    expect(downloads()).toBe(1)
  },
)
