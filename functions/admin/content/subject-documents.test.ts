import { subjectId } from '#shared/catalogue/subjects.ts'
import {
  addSubject,
  deleteSubject,
  importSubjects,
  listManagedSubjects,
} from '#shared/contract/admin/subjects.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { subjectFixture } from '../../test-support/content.ts'
import { lastingLease, storeUser } from '../../test-support/people.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const { asOwner, listEntries } = await createAdministration(site)
const subjects = site.stores.subjects
beforeEach(() => site.services.invalidated.clear())
afterAll(() => site.stop())

const fileOf = (name: string) => `${SAMPLE_DRIVE_ID}${name}`
const find = async (year: string) =>
  (await subjects.find({ track: 'SVT', year, session: 'Normale' })) as Subject
const invalidated = () => site.services.invalidated.list()

test('a subject is added once, replaced on request and deleted, each with its audit entry', async () => {
  const id = 'bac-PC-2022-Rattrapage'
  const url = `https://drive.google.com/file/d/${SAMPLE_DRIVE_ID}/view`
  const body = { track: 'PC', year: '2022', session: 'Rattrapage', file: url }
  const added = await asOwner(addSubject, { body })
  const json = { id, track: 'PC', hasFile: true, file: SAMPLE_DRIVE_ID }
  expect(added).toMatchObject({ status: 201, json })
  expect((await asOwner(addSubject, { body })).json).toMatchObject({ code: 'SUBJECT_EXISTS', status: 409 })
  expect(invalidated()).toEqual([])

  const file = fileOf('x')
  const replace = () => asOwner(addSubject, { body: { ...body, file }, query: { replace: 'true' } })
  const replaced = await replace()
  expect(invalidated()).toEqual([`/files/${id}/*`])
  expect(replaced).toMatchObject({ status: 201, json: { id, file, createdAt: added.json.createdAt } })
  expect((await replace()).json).toEqual(replaced.json)
  expect((await asOwner(listManagedSubjects)).json).toEqual({ items: [replaced.json] })

  expect((await asOwner(deleteSubject, { params: { id } })).status).toBe(204)
  expect(invalidated()).toEqual([`/files/${id}/*`, `/files/${id}/*`])
  for (const unknown of [id, 'nothing'])
    expect((await asOwner(deleteSubject, { params: { id: unknown } })).json.code).toBe('NOT_FOUND')
  expect(await listEntries(id)).toMatchObject([
    { action: 'DELETE_SUBJECT', before: { file }, after: null },
    { action: 'UPDATE_SUBJECT', before: { file: SAMPLE_DRIVE_ID }, after: { file } },
    { action: 'CREATE_SUBJECT', before: null, after: { file: SAMPLE_DRIVE_ID } },
  ])
})

test('a correction and a video are added, kept, replaced one by one, removed and deleted with their paper', async () => {
  const paper = { track: 'SVT', year: '2022', session: 'Normale', file: fileOf('s') }
  const id = 'bac-SVT-2022-Normale'
  const replace = (changes: object) =>
    asOwner(addSubject, { body: { ...paper, ...changes }, query: { replace: 'true' } })
  const body = { ...paper, correction: fileOf('c'), isFree: true }
  const { json } = await asOwner(addSubject, { body })
  const shown = { correction: fileOf('c'), video: null, isFree: true }
  expect(json).toMatchObject({ id, file: fileOf('s'), ...shown })
  expect(await listEntries(id)).toMatchObject([{ action: 'CREATE_SUBJECT', after: shown }])

  const first = await find('2022')
  site.services.messages.clear()
  expect((await replace({})).json).toMatchObject({ correction: fileOf('c'), isFree: true })
  const asked = site.services.messages.list().map(({ body: message }) => JSON.parse(message) as object)
  expect(asked).toEqual([{ documentId: id }, { documentId: `${id}-correction` }])
  expect(await find('2022')).toEqual(first)
  await replace({ video: fileOf('v') })
  const second = await find('2022')
  const { version, correction } = first
  const unknown = { size: null, pages: null }
  expect(second).toMatchObject({ version, correction, video: { file: { fileId: fileOf('v') }, ...unknown } })
  expect(invalidated()).toEqual([])

  await replace({ correction: fileOf('d') })
  const third = await find('2022')
  expect(third).toMatchObject({ version, video: second.video })
  expect(third.correction?.version).not.toBe(correction?.version)
  expect(invalidated()).toEqual([`/files/${id}-correction/*`])
  const files = { file: fileOf('s'), video: fileOf('v') }
  expect((await listEntries(id))[0]).toMatchObject({
    before: { ...files, correction: fileOf('c') },
    after: { ...files, correction: fileOf('d') },
  })

  site.services.invalidated.clear()
  expect((await replace({ correction: null })).json).toMatchObject({ correction: null, video: fileOf('v') })
  await asOwner(deleteSubject, { params: { id } })
  const gone = [`/files/${id}-correction/*`, `/files/${id}/*`, `/files/${id}-video/*`]
  expect(invalidated()).toEqual(gone)
  for (const path of ['correction', 'video'])
    expect((await replace({ [path]: 'x' })).json.errors).toMatchObject([{ path }])
})

const key = { track: 'SVT', year: '2011', session: 'Normale' } as const
const asAdmin = async () =>
  site.as(await storeUser(site.store.table, { isAdmin: true, lease: lastingLease() }))

test.each([
  { before: null, sent: { isFree: true }, replace: 'false' },
  { before: false, sent: { isFree: true, correction: fileOf('c') }, replace: 'true' },
  { before: true, sent: { isFree: false }, replace: 'true' },
  { before: true, sent: {}, replace: 'true' },
])(
  'whether a paper is free stays $before when an admin who is no owner sends $sent',
  async ({ before, sent, replace }) => {
    await asOwner(deleteSubject, { params: { id: subjectId(key) } })
    if (before !== null) await subjects.putAll([subjectFixture({ ...key, isFree: before })])
    const body = { ...key, file: fileOf('s'), ...sent }
    const { status, json } = await site.call(addSubject, { ...(await asAdmin()), body, query: { replace } })
    const isFree = before ?? false
    expect({ status, isFree: json.isFree }).toEqual({ status: 201, isFree })
    expect(await subjects.find(key)).toMatchObject({ isFree })
  },
)

describe('a CSV file of subjects', () => {
  const send = async (body: string, dryRun = 'false') => {
    const headers = { 'content-type': 'text/csv' }
    const { status, json } = await asOwner(importSubjects, { body, headers, query: { dryRun } })
    return { status, json, lines: (json.lines ?? []) as { outcome: string; errors: object[] }[] }
  }
  const header = 'track;year;session;file;isFree;correction;video'
  const row = `SVT;2016;Normale;${fileOf('s')};oui;${fileOf('c')};`

  test('is checked, imported, and changes nothing when it is imported again', async () => {
    const outcomes = async (line: string, dryRun?: string) =>
      (await send(`${header}\n${line}`, dryRun)).lines.map(({ outcome }) => outcome)
    expect(await outcomes(row, 'true')).toEqual(['created'])
    expect(await find('2016')).toBeNull()
    expect(await outcomes(row)).toEqual(['created'])
    expect(await find('2016')).toMatchObject({ isFree: true, correction: { size: null }, video: null })
    expect(await outcomes(row)).toEqual(['unchanged'])
    expect(await outcomes(row.replace('SVT;2016;Normale', 'svt;2016;normale'))).toEqual(['unchanged'])
    expect(await listEntries('bac-SVT-2016-Normale')).toHaveLength(1)
  })

  test('reports each fault in French, and imports the other lines', async () => {
    const faulty = `SVT;2015;Juin;${fileOf('s')};peut-être;x;`
    const right = `SVT;2015;Normale;${fileOf('s')};;;`
    expect((await send([header, faulty, right, right].join('\n'))).lines).toMatchObject([
      { outcome: 'refused', errors: [{ path: 'session' }, { path: 'isFree' }, { path: 'correction' }] },
      { outcome: 'created' },
      { outcome: 'refused', errors: [{ path: '', message: 'Même sujet que la ligne 3' }] },
    ])
  })
})
