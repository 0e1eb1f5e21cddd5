import { describeFile } from '#scripts/local/drive/files.ts'
import { driveError } from '#scripts/local/drive/server.ts'
import type { Fault } from '#scripts/local/http-server.ts'
import { driveFile } from '#scripts/local/test-support/services.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import * as contract from '#shared/contract/admin/documents.ts'
import { SAMPLE_DRIVE_ID, UNKNOWN_CONTENT } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { createAdministration } from '../test-support/administration.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture, subjectDocumentFixture, subjectFixture, wipe } from '../test-support/content.ts'
import { film, paperOf, unplayableFilm } from '../test-support/hostile-pdfs.ts'
import { QUEUE_URLS, type Site, startSite } from '../test-support/site.ts'

let site: Site
let asOwner: Awaited<ReturnType<typeof createAdministration>>['asOwner']
let count = 0

beforeAll(async () => {
  site = await startSite()
  asOwner = (await createAdministration(site)).asOwner
})
afterAll(() => site.stop())
beforeEach(async () => {
  site.drive.files.clear()
  site.drive.failWith(null)
  site.services.messages.clear()
  await wipe(site.store.table, /^(?:RESOURCE#|SUBJECTS#|HEALTH)/)
})
afterEach(() => setClock(null))

type File = Parameters<typeof driveFile>[0]
const NAME = driveFile().content.md5 ?? ''
const FILM = { mimeType: 'video/mp4' }
const UNSEEN = { type: 'video', ...UNKNOWN_CONTENT } as const

/** Stores a resource, prepared from its file in Drive, or a resource without one. */
async function stored(file: File | null, changes: Partial<Resource> = {}) {
  count += 1
  const fileId = `1FileFileFileFileFileFile${count}`
  if (file) site.drive.files.set(fileId, driveFile(file))
  const place = { title: `Titre ${count}`, file: { kind: 'drive', fileId } } as const
  const resource = resourceFixture({ ...place, source: NAME, ...changes })
  await site.stores.resources.putAll([resource])
  return { ...resource, fileId }
}

const check = (cursor?: string) =>
  asOwner(contract.checkDocuments, { query: cursor === undefined ? {} : { cursor } })
const listBroken = async () => (await asOwner(contract.listBrokenDocuments)).json
const find = (id: string) => site.stores.documents.find(id)

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
  test('has a new paper and its correction prepared, and lists a missing video', async () => {
    const file = (name: string) => ({ kind: 'drive', fileId: `1SubjectSubjectSubject${name}` }) as const
    const subject = subjectFixture({
      ...UNKNOWN_CONTENT,
      file: file('statement'),
      correction: subjectDocumentFixture({ file: file('correction') }),
      video: subjectDocumentFixture({ file: file('video') }),
    })
    const subjects = site.stores.subjects
    await subjects.putAll([subject])
    for (const { fileId } of [file('statement'), file('correction')])
      site.drive.files.set(fileId, driveFile())
    const id = 'bac-SM-2024-Normale'
    expect(await checkAll()).toEqual({ checked: 3, broken: 1 })
    expect(await listBroken()).toMatchObject({
      items: [{ id: `${id}-video`, title: 'Bac SM 2024 - Session Normale - Vidéo', fault: 'missing' }],
    })
    const asked = site.services.messages.list()
    expect(new Set(asked.map(({ body }) => body))).toEqual(
      new Set([id, `${id}-correction`].map((documentId) => JSON.stringify({ documentId }))),
    )
    expect(new Set(asked.map(({ queueUrl }) => queueUrl))).toEqual(new Set([QUEUE_URLS.all]))
    const video = { ...subject.video, fault: 'missing' }
    expect(await subjects.find(subject)).toEqual({ ...subject, video })

    await subjects.putAll([{ ...subject, video: null }])
    expect(await checkAll()).toEqual({ checked: 2, broken: 0 })
    expect(await listBroken()).toMatchObject({ items: [] })
  })

  test('lists a broken document since its first check, until it is repaired', async () => {
    const { id, title, fileId } = await stored({ isTrashed: true })
    const fine = await stored(FILM, UNSEEN)
    setClock(new Date('2026-03-01T10:00:00Z'))
    expect(await checkAll()).toEqual({ checked: 2, broken: 1 })
    const since = '2026-03-01T10:00:00.000Z'
    const entry = { id, title, fault: 'trashed', detail: null, since, openings: 0 }
    expect(await listBroken()).toEqual({ items: [entry], checkedAt: '2026-03-01T10:00:00.000Z' })
    setClock(null)
    await checkAll()
    expect(await listBroken()).toMatchObject({ items: [entry] })
    site.drive.files.set(fileId, driveFile())
    await checkAll()
    expect(await listBroken()).toMatchObject({ items: [] })
    expect(site.services.messages.list().at(-1)?.body).toContain(fine.id)
  })

  test('does not store the size of a replaced file', async () => {
    const { fileId, ...resource } = await stored(FILM, UNSEEN)
    const replace = () => site.stores.resources.putAll([{ ...resource, version: 'newer' }])
    const late: Fault = async (_request, response) => {
      await replace()
      response.end(JSON.stringify(describeFile(fileId, driveFile(FILM))))
    }
    site.drive.failWith(() => late)
    await checkAll()
    expect(await find(resource.id)).toMatchObject({ version: 'newer', size: null })
  })

  test('checks every document once, in batches, also documents of the same time', async () => {
    const parts = { correction: subjectDocumentFixture(), video: subjectDocumentFixture() }
    const subjects = TRACK_CODES.map((track, at) => subjectFixture({ track, ...(at === 0 && parts) }))
    await site.stores.subjects.putAll(subjects)
    await site.stores.resources.putAll(Array.from({ length: 30 }, () => resourceFixture()))
    expect(await checkAll()).toEqual({ checked: 35, broken: 35 })
    const items = (await listBroken()).items as { id: string }[]
    expect(new Set(items.map(({ id }) => id)).size).toBe(35)
  })

  test('leaves a document as it is when Drive does not answer about it, and fails when about none', async () => {
    const silent = await stored({}, { size: 7, pages: 1 })
    const fine = await stored(FILM, UNSEEN)
    site.drive.failWith((_operation, { url }) =>
      url?.includes(silent.fileId) ? driveError(400, 'badRequest') : undefined,
    )
    expect(await checkAll()).toEqual({ checked: 2, broken: 0 })
    expect(await find(silent.id)).toMatchObject({ size: 7, pages: 1 })
    expect(site.services.messages.list().at(-1)?.body).toContain(fine.id)
    await wipe(site.store.table, /^HEALTH/)
    site.drive.failWith(() => driveError(400, 'badRequest'))
    expect((await check()).json).toMatchObject({ status: 502, code: 'DOCUMENT_SOURCE_FAILED' })
    expect(await listBroken()).toEqual({ items: [], checkedAt: null })
  })
})

test.each([
  {
    what: 'a PDF',
    file: { bytes: paperOf('') },
    type: 'pdf',
    answer: { outcome: 'fine', name: 'document.pdf', detail: null },
  },
  {
    what: 'a PDF that is none',
    file: {},
    type: 'pdf',
    answer: { outcome: 'unreadable', detail: 'endommagé ou sans page' },
  },
  {
    what: 'a film',
    file: { mimeType: 'video/mp4', bytes: film },
    type: 'video',
    answer: { outcome: 'fine' },
  },
  {
    what: 'a film that no browser plays',
    file: { mimeType: 'video/mp4', bytes: unplayableFilm },
    type: 'video',
    answer: { outcome: 'unplayable', detail: 'image HEVC (H.265)' },
  },
  { what: 'a PDF for a video', file: {}, type: 'video', answer: { outcome: 'wrong-type' } },
  { what: 'nothing', file: null, type: 'pdf', answer: { outcome: 'missing', name: null, size: null } },
])('a reference to $what: $answer.outcome', async ({ file, type, answer }) => {
  if (file) site.drive.files.set(SAMPLE_DRIVE_ID, driveFile(file))
  const query = { file: `https://drive.google.com/file/d/${SAMPLE_DRIVE_ID}/view`, type }
  expect((await asOwner(contract.checkReference, { query })).json).toMatchObject(answer)
})

test('a folder is listed by name, with references that can be stored, or why a file cannot', async () => {
  const folder = '1FolderFolderFolderFolder'
  const list = async (text: string, cursor?: string) =>
    (await asOwner(contract.listFolder, { query: { folder: text, ...(cursor && { cursor }) } })).json
  const [a, b, c] = ['a'.repeat(28), 'b'.repeat(28), 'c'.repeat(28)] as const
  const shortcut = 'application/vnd.google-apps.shortcut'
  site.drive.files.set(a, driveFile({ mimeType: shortcut, name: 'a', folder }))
  site.drive.files.set(b, driveFile({ name: 'b.pdf', folder }))
  site.drive.files.set(c, driveFile({ name: 'z.pdf', folder, resourceKey: '0-k' }))
  const first = await list(`https://drive.google.com/drive/folders/${folder}`)
  expect(first.items).toEqual([
    { file: a, name: 'a', size: null, unusable: 'shortcut' },
    { file: b, name: 'b.pdf', size: 8, unusable: null },
  ])
  const file = `https://drive.google.com/file/d/${c}/view?resourcekey=0-k`
  const items = [{ file, name: 'z.pdf', size: 8, unusable: null }]
  expect(await list(folder, String(first.nextCursor))).toEqual({ items, nextCursor: null })
})
