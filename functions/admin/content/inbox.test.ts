import * as v from 'valibot'
import { decideInboxFile, listInbox } from '#shared/contract/admin/inbox.ts'
import { getOverview } from '#shared/contract/admin/overview.ts'
import {
  DocumentGuess,
  type InboxFile,
  sampleInboxFile,
  sampleReceived,
} from '#shared/entities/inbox-file.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { subjectDocumentFixture, subjectFixture, wipe } from '../../test-support/content.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())
beforeEach(() => wipe(site.store.table, /^(?:RESOURCE#|SUBJECTS#|INBOX|AUDIT|ACTORS)/))

let count = 0
async function receive(changes: Partial<InboxFile> = {}): Promise<string> {
  count += 1
  const fileId = `1ReceivedReceivedReceived-${count}`
  await site.stores.inbox.putAll('1FolderFolder', [{ ...sampleInboxFile, fileId, ...changes }])
  return fileId
}

const paper = { action: 'subject', track: 'SM', year: '2024', session: 'Normale' }
const decide = (fileId: string, body: unknown) => admin.asOwner(decideInboxFile, { params: { fileId }, body })
const waiting = async () => (await admin.asOwner(listInbox)).json.items
const findPaper = () => site.stores.subjects.find(subjectFixture())
const entries = (target: string) => admin.listEntries(target)

describe('a document of a paper', () => {
  const id = 'bac-SM-2024-Normale'

  test('makes the paper, leaves the inbox and is logged, once', async () => {
    const fileId = await receive({ resourceKey: '0-key' })
    const answer = { status: 200, json: { document: { id, title: 'Bac SM 2024 - Session Normale' } } }
    for (let times = 0; times < 2; times += 1) expect(await decide(fileId, paper)).toMatchObject(answer)
    expect(await findPaper()).toMatchObject({
      file: { kind: 'drive', fileId, resourceKey: '0-key' },
      isFree: false,
      correction: null,
    })
    expect(await waiting()).toEqual([])
    expect(await entries(id)).toMatchObject([{ action: 'CREATE_SUBJECT', after: { year: '2024' } }])
  })

  test.each([
    ['correction', 'pdf', 'Corrigé'],
    ['video', 'video', 'Vidéo'],
  ] as const)('adds the %s to the paper, which keeps everything else', async (part, type, label) => {
    const before = subjectFixture({ isFree: true })
    await site.stores.subjects.putAll([before])
    const fileId = await receive({ guess: v.parse(DocumentGuess, { type }) })
    const body = { ...paper, part }
    expect((await decide(fileId, body)).json.document).toEqual({
      id: `${id}-${part}`,
      title: `Bac SM 2024 - Session Normale - ${label}`,
    })
    expect(await findPaper()).toEqual({
      ...before,
      [part]: expect.objectContaining({ file: { kind: 'drive', fileId } }),
      updatedAt: expect.any(String),
    })
    expect((await decide(fileId, body)).status).toBe(200)
    expect(await entries(id)).toMatchObject([{ action: 'UPDATE_SUBJECT', after: { [part]: fileId } }])
  })

  test.each(['statement', 'correction'] as const)('is refused where there is another %s', async (part) => {
    const before = subjectFixture({ correction: subjectDocumentFixture() })
    await site.stores.subjects.putAll([before])
    const fileId = await receive()
    const { status, json } = await decide(fileId, { ...paper, part })
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'SUBJECT_EXISTS' })
    expect(json.detail).toContain("n'a pas été remplacé")
    expect(await findPaper()).toEqual(before)
    expect(await waiting()).toMatchObject([{ fileId }])
    expect(await entries(id)).toEqual([])
  })
})

test('a document of a chapter is added with the title of its place, leaves the inbox and is logged, once', async () => {
  const fileId = await receive()
  const call = { params: { fileId }, body: sampleReceived }
  expect(await admin.atOnce(10, decideInboxFile, call)).toEqual({ 200: 10 })
  const { action: _, ...fields } = sampleReceived
  const [resource, ...others] = await site.stores.resources.listAll()
  expect(others).toEqual([])
  const title = 'Énoncé : Ondes mécaniques progressives - 2031 Normale'
  expect(resource).toMatchObject({ ...fields, file: { kind: 'drive', fileId }, isFree: false, title })
  expect(await waiting()).toEqual([])
  expect(await entries(resource?.id ?? '')).toMatchObject([{ action: 'CREATE_RESOURCE' }])
})

test('a file put aside is listed apart and logged, once, and may still become a document', async () => {
  const fileId = await receive({ name: 'Photo.jpg' })
  expect((await admin.asOwner(getOverview)).json.receivedFiles).toBe(1)
  for (let times = 0; times < 2; times += 1)
    expect((await decide(fileId, { action: 'ignore' })).json).toEqual({ document: null })
  expect(await waiting()).toEqual([])
  const ignored = await admin.asOwner(listInbox, { query: { state: 'ignored' } })
  expect(ignored.json.items).toMatchObject([{ fileId }])
  expect((await admin.asOwner(getOverview)).json.receivedFiles).toBe(0)
  expect(await entries(fileId)).toMatchObject([
    { action: 'UPDATE_INBOX', before: { ignored: false }, after: { name: 'Photo.jpg', ignored: true } },
  ])
  expect((await decide(fileId, sampleReceived)).status).toBe(200)
})

test('a file that left the folder is answered 404, and one with a fault is refused with the fault', async () => {
  const faulty = await receive({ fault: 'shortcut' })
  for (const body of [paper, sampleReceived]) {
    const gone = await decide('1GoneGoneGoneGoneGoneGoneGone', body)
    expect(gone.json).toMatchObject({ status: 404, detail: expect.stringContaining("n'est plus") })
    const refused = await decide(faulty, body)
    expect(refused.json).toMatchObject({ status: 409, detail: expect.stringContaining('Raccourci') })
  }
  expect((await decide('1GoneGoneGoneGoneGoneGoneGone', { action: 'ignore' })).status).toBe(404)
})
