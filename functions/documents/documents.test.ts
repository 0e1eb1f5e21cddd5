import { PDFDocument } from '@cantoo/pdf-lib'
import { sendFile } from '#scripts/local/drive/files.ts'
import { driveError } from '#scripts/local/drive/server.ts'
import { driveFile } from '#scripts/local/test-support/test-drive.ts'
import * as contract from '#shared/contract/admin/documents.ts'
import { missingPartTexts } from '#shared/entities/drive-access.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { createDocuments } from '../data/documents.ts'
import { createResources } from '../data/resources.ts'
import { createSubjects } from '../data/subjects.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture, subjectDocumentFixture, subjectFixture, wipe } from '../test-support/content.ts'
import type { Call } from '../test-support/gateway.ts'
import { lastingLease, PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
let owner: Call
/** Only some tests need it, since its pages are counted in a thread. */
let threePages: Buffer
let count = 0

beforeAll(async () => {
  const pdf = await PDFDocument.create()
  for (let page = 0; page < 3; page += 1) pdf.addPage()
  threePages = Buffer.from(await pdf.save())
  site = await startSite()
  const user = await storeUser(site.store.table, {
    isAdmin: true,
    email: PRIMARY_OWNER,
    lease: lastingLease(),
  })
  owner = { token: site.userPool.token(user.id), sessionId: user.lease?.id }
})
afterAll(() => site.stop())
beforeEach(async () => {
  site.drive.files.clear()
  site.drive.failWith(null)
  setClock(null)
  await wipe(site.store.table, /^(?:RESOURCE#|SUBJECTS#|HEALTH)/)
})

/** Stores a resource and its file in Drive, or a resource without one. */
async function stored(
  file: Parameters<typeof driveFile>[0] | null,
  changes: Partial<Resource> = {},
): Promise<Resource> {
  count += 1
  const fileId = `1FileFileFileFileFileFile${count}`
  if (file) site.drive.files.set(fileId, driveFile(file))
  const resource = resourceFixture({
    title: `Titre ${count}`,
    file: { kind: 'drive', fileId },
    ...changes,
  })
  await createResources(site.store.table).putAll([resource])
  return resource
}

const check = (cursor?: string) =>
  site.call(contract.checkDocuments, { ...owner, query: cursor === undefined ? {} : { cursor } })
const listBroken = async () => (await site.call(contract.listBrokenDocuments, owner)).json
const find = (id: string) => createDocuments(site.store.table).find(id)

async function checkAll() {
  const sum = { checked: 0, broken: 0 }
  let cursor: string | undefined
  do {
    const { status, json } = await check(cursor)
    expect(status).toBe(200)
    sum.checked += Number(json.checked)
    sum.broken += Number(json.broken)
    cursor = (json.nextCursor as string | null) ?? undefined
  } while (cursor !== undefined)
  return sum
}

describe('a check', () => {
  test('stores size and pages of the document, which keeps its version', async () => {
    const { id, version } = await stored({ bytes: threePages })
    expect(await find(id)).toMatchObject({ size: null, pages: null })
    expect(await checkAll()).toEqual({ checked: 1, broken: 0 })
    expect(await find(id)).toMatchObject({ size: threePages.length, pages: 3, version })
  })

  test('checks subjects too, and videos without counting pages', async () => {
    const file = { kind: 'drive', fileId: '1SubjectSubjectSubjectSubject' } as const
    await createSubjects(site.store.table).putAll([subjectFixture({ file, size: null, pages: null })])
    site.drive.files.set(file.fileId, driveFile({ bytes: threePages }))
    const video = await stored({ bytes: threePages, mimeType: 'video/mp4' }, { type: 'video' })
    expect(await checkAll()).toEqual({ checked: 2, broken: 0 })
    expect(await find('bac-SM-2024-Normale')).toMatchObject({ size: threePages.length, pages: 3 })
    expect(await find(video.id)).toMatchObject({ size: threePages.length, pages: null })
  })

  test('stores the sizes of a correction and a video, each beside its own version', async () => {
    const [statement, correction, video] = ['statement', 'correction', 'video'].map((name) => ({
      kind: 'drive' as const,
      fileId: `1SubjectSubjectSubject${name}`,
    }))
    if (!statement || !correction || !video) throw new Error('Three files')
    const subject = subjectFixture({
      file: statement,
      size: null,
      pages: null,
      correction: subjectDocumentFixture({ file: correction }),
      video: subjectDocumentFixture({ file: video }),
    })
    const subjects = createSubjects(site.store.table)
    await subjects.putAll([subject])
    for (const { fileId } of [statement, correction])
      site.drive.files.set(fileId, driveFile({ bytes: threePages }))
    const id = 'bac-SM-2024-Normale-video'
    expect(await checkAll()).toEqual({ checked: 3, broken: 1 })
    expect(await listBroken()).toMatchObject({
      items: [{ id, title: 'Bac SM 2024 - Session Normale - Vidéo', fault: 'missing' }],
    })
    expect(await subjects.find(subject)).toEqual({
      ...subject,
      size: threePages.length,
      pages: 3,
      correction: { ...subject.correction, size: threePages.length, pages: 3 },
    })

    await subjects.putAll([{ ...subject, video: null }])
    expect(await checkAll()).toEqual({ checked: 2, broken: 0 })
    expect(await listBroken()).toMatchObject({ items: [] })
  })

  test.each([
    { fault: 'missing', file: null },
    { fault: 'trashed', file: { isTrashed: true } },
    { fault: 'wrong-type', file: { mimeType: 'text/html' } },
    { fault: 'empty', file: { bytes: Buffer.alloc(0) } },
    { fault: 'not-downloadable', file: { canDownload: false } },
  ] as const)('lists a document that is $fault, until it is repaired', async ({ fault, file }) => {
    const { id, title, file: reference } = await stored(file)
    const fine = await stored({})
    setClock(new Date('2026-03-01T10:00:00Z'))
    expect(await checkAll()).toEqual({ checked: 2, broken: 1 })
    const entry = { id, title, fault, since: '2026-03-01T10:00:00.000Z' }
    expect(await listBroken()).toEqual({ items: [entry], checkedAt: '2026-03-01T10:00:00.000Z' })
    setClock(null)
    await checkAll()
    expect(await listBroken()).toMatchObject({ items: [entry] })
    const { fileId = '' } = reference.kind === 'drive' ? reference : {}
    site.drive.files.set(fileId, driveFile())
    await checkAll()
    expect(await listBroken()).toMatchObject({ items: [] })
    expect(await find(fine.id)).toMatchObject({ size: 8 })
  })

  test('finds an exhausted quota when it downloads a PDF', async () => {
    const { id } = await stored({})
    site.drive.failWith((operation) =>
      operation === 'media' ? driveError(403, 'downloadQuotaExceeded') : undefined,
    )
    await checkAll()
    expect(await listBroken()).toMatchObject({ items: [{ id, fault: 'not-downloadable' }] })
  })

  test('names the captions when only they are broken', async () => {
    const captions = { kind: 'drive', fileId: '1CaptionsCaptionsCaptionsCaptions' } as const
    const { id, title } = await stored({ mimeType: 'video/mp4' }, { type: 'video', captions })
    await checkAll()
    expect(await listBroken()).toMatchObject({
      items: [{ id, title: `${title} (sous-titres)`, fault: 'missing' }],
    })
  })

  test('writes and downloads nothing when nothing has changed', async () => {
    await stored({})
    await stored(null)
    await stored({}, { file: { kind: 'coming-soon' } })
    await checkAll()
    site.store.operations.clear()
    site.drive.operations.clear()
    await checkAll()
    // The only write is the end of the round.
    expect(site.store.operations.list().filter((name) => !/^(?:Get|BatchGet|Query)/.test(name))).toEqual([
      'UpdateItem',
    ])
    expect(site.drive.operations.list()).not.toContain('media')
  })

  test('counts again when the size in Drive has changed', async () => {
    const { id, file } = await stored({ bytes: threePages }, { size: 5, pages: 99 })
    await checkAll()
    expect(await find(id)).toMatchObject({ size: threePages.length, pages: 3 })
    const { fileId = '' } = file.kind === 'drive' ? file : {}
    site.drive.files.set(fileId, driveFile({ bytes: Buffer.from('%PDF-1.4 without a tree') }))
    await checkAll()
    expect(await find(id)).toMatchObject({ size: 23, pages: null })
  })

  test('does not store size and pages of a replaced file', async () => {
    const resource = await stored({})
    const replace = () => createResources(site.store.table).putAll([{ ...resource, version: 'newer' }])
    site.drive.failWith((operation) =>
      operation === 'media'
        ? async (request, response) => {
            await replace()
            await sendFile(request, response, driveFile(), 'inline')
          }
        : undefined,
    )
    await checkAll()
    expect(await find(resource.id)).toMatchObject({ version: 'newer', size: null })
  })

  test('checks every document once, in batches, also documents of the same time', async () => {
    const subjects = ['SM', 'PC', 'SVT'].flatMap((track) =>
      Array.from({ length: 13 }, (_, index) =>
        subjectFixture({
          track: track as 'SM',
          year: String(2010 + index),
          correction: index % 2 === 0 ? subjectDocumentFixture() : null,
          video: index % 3 === 0 ? subjectDocumentFixture() : null,
        }),
      ),
    )
    await createSubjects(site.store.table).putAll(subjects)
    const resources = Array.from({ length: 30 }, () => resourceFixture())
    await createResources(site.store.table).putAll(resources)
    const asked: string[] = []
    site.drive.failWith((_operation, { url }) => {
      asked.push(url ?? '')
      return undefined
    })
    expect(await checkAll()).toEqual({ checked: 105, broken: 105 })
    expect(asked).toHaveLength(105)
    expect(new Set((await listBroken()).items as object[]).size).toBe(105)
  })

  test('leaves a document as it is when Drive does not answer about it', async () => {
    const silent = await stored({}, { size: 7, pages: 1 })
    const fine = await stored({})
    const { fileId = '' } = silent.file.kind === 'drive' ? silent.file : {}
    site.drive.failWith((_operation, { url }) =>
      url?.includes(fileId) ? driveError(400, 'badRequest') : undefined,
    )
    expect(await checkAll()).toEqual({ checked: 2, broken: 0 })
    expect(await find(silent.id)).toMatchObject({ size: 7, pages: 1 })
    expect(await find(fine.id)).toMatchObject({ size: 8 })
  })

  test('fails when Drive does not answer about any document', async () => {
    await stored({})
    await stored(null)
    site.drive.failWith(() => driveError(400, 'badRequest'))
    expect((await check()).json).toMatchObject({ status: 502, code: 'DOCUMENT_SOURCE_FAILED' })
    expect(await listBroken()).toEqual({ items: [], checkedAt: null })
  })

  test('names the missing part of the access to Drive, also for a single document', async () => {
    await stored({})
    site.drive.failWith(() => driveError(403, 'accessNotConfigured'))
    expect((await check()).json).toMatchObject({
      status: 502,
      code: 'DOCUMENT_SOURCE_FAILED',
      detail: missingPartTexts['api-disabled'],
    })
  })

  test.each([
    'abc',
    Buffer.from('RESOURCE#x').toString('base64url'),
    Buffer.from('2026-x#1').toString('base64url'),
  ])('is refused with a foreign cursor: %s', async (cursor) => {
    expect((await check(cursor)).json).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
  })
})

test('shows owners the state of the access to Drive, and its account', async () => {
  site.drive.files.set('1ReferenceReferenceReference', driveFile())
  const read = async () => (await site.call(contract.getDriveAccess, owner)).json
  const { client_email: account } = site.drive.account
  expect(await read()).toEqual({ state: 'ready', account })
  site.drive.failWith(() => driveError(403, 'accessNotConfigured'))
  expect(await read()).toEqual({ state: 'api-disabled', account })
})

describe('a reference', () => {
  const ask = (file: string, type = 'pdf') =>
    site.call(contract.checkReference, { ...owner, query: { file, type } })
  const id = '1ReferenceReferenceReference'

  test.each([
    { what: 'a PDF', file: {}, type: 'pdf', answer: { outcome: 'fine', name: 'document.pdf' } },
    { what: 'a page', file: { mimeType: 'text/html' }, type: 'pdf', answer: { outcome: 'wrong-type' } },
    { what: 'a PDF for a video', file: {}, type: 'video', answer: { outcome: 'wrong-type' } },
    { what: 'captions', file: { mimeType: 'text/vtt' }, type: 'captions', answer: { outcome: 'fine' } },
    { what: 'nothing', file: null, type: 'pdf', answer: { outcome: 'missing', name: null, size: null } },
  ])('$what: $answer.outcome', async ({ file, type, answer }) => {
    if (file) site.drive.files.set(id, driveFile(file))
    expect((await ask(id, type)).json).toMatchObject(answer)
    expect((await ask(`https://drive.google.com/file/d/${id}/view`, type)).json).toMatchObject(answer)
  })

  test('is unknown while Drive does not answer', async () => {
    site.drive.failWith(() => driveError(400, 'badRequest'))
    expect((await ask(id)).json).toEqual({ outcome: 'unknown', name: null, size: null })
  })
})

describe('a folder', () => {
  const folder = '1FolderFolderFolderFolder'
  const list = (text: string, cursor?: string) =>
    site.call(contract.listFolder, { ...owner, query: { folder: text, ...(cursor && { cursor }) } })

  test('is listed by name, with references that can be stored', async () => {
    const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(28))
    for (const id of ids) site.drive.files.set(id, driveFile({ name: `${id}.pdf`, folder }))
    site.drive.files.set(ids[2] ?? '', driveFile({ name: 'z.pdf', folder, resourceKey: '0-k' }))
    const first = (await list(`https://drive.google.com/drive/folders/${folder}`)).json
    expect(first.items).toEqual([
      { file: ids[0], name: `${ids[0]}.pdf`, size: 8, unusable: null },
      { file: ids[1], name: `${ids[1]}.pdf`, size: 8, unusable: null },
    ])
    const second = (await list(folder, String(first.nextCursor))).json
    const file = `https://drive.google.com/file/d/${ids[2]}/view?resourcekey=0-k`
    expect(second).toEqual({ items: [{ file, name: 'z.pdf', size: 8, unusable: null }], nextCursor: null })
  })

  test.each([
    { mimeType: 'application/vnd.google-apps.shortcut', unusable: 'shortcut' },
    { mimeType: 'application/vnd.google-apps.document', unusable: 'google-document' },
    { mimeType: 'application/vnd.google-apps.presentation', unusable: 'google-document' },
  ])('marks $mimeType as unusable', async ({ mimeType, unusable }) => {
    site.drive.files.set('a'.repeat(28), driveFile({ mimeType, name: 'a', folder }))
    expect((await list(folder)).json.items).toEqual([
      { file: 'a'.repeat(28), name: 'a', size: null, unusable },
    ])
  })

  test('that is not shared is answered 404 with the way to share it', async () => {
    const { json } = await list(folder)
    expect(json).toMatchObject({ status: 404, code: 'DOCUMENT_UNAVAILABLE' })
    expect(json.detail).toContain('partagé avec le compte de service')
  })

  test('that cannot be read is answered with the missing part of the access to Drive', async () => {
    site.drive.failWith(() => driveError(403, 'insufficientPermissions'))
    const { json } = await list(folder)
    expect(json).toMatchObject({ status: 502, detail: missingPartTexts['not-permitted'] })
  })
})
