import { subjectId } from '#shared/catalogue/subjects.ts'
import {
  addSubject,
  deleteSubject,
  exportSubjects,
  importSubjects,
  listManagedSubjects,
} from '#shared/contract/admin/subjects.ts'
import { getTicket } from '#shared/contract/files.ts'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { createResources } from '../../data/resources.ts'
import { createSubjects } from '../../data/subjects.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { subjectDocumentFixture, subjectFixture } from '../../test-support/content.ts'
import { lastingLease, storeUser } from '../../test-support/people.ts'
import { sampleCall, seedSamples } from '../../test-support/samples.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const { asOwner, listEntries } = await createAdministration(site)
const subjects = createSubjects(site.store.table)
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
  expect((await replace({})).json).toMatchObject({ correction: fileOf('c'), isFree: true })
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

describe('whether a paper is free', () => {
  const key = { track: 'SVT', year: '2011', session: 'Normale' } as const
  const asAdmin = async () =>
    site.as(await storeUser(site.store.table, { isAdmin: true, lease: lastingLease() }))

  describe.each([
    { found: 'no paper', before: null },
    { found: 'a Premium paper', before: false },
    { found: 'a free paper', before: true },
  ])('is not decided by an admin who is not an owner and finds $found', ({ before }) => {
    test.each([
      { replace: 'true', sent: { isFree: true, correction: fileOf('c'), video: fileOf('v') } },
      { replace: 'true', sent: { isFree: false } },
      { replace: 'true', sent: {} },
      { replace: 'false', sent: { isFree: true } },
    ])('and sends $sent with replace=$replace', async ({ replace, sent }) => {
      await asOwner(deleteSubject, { params: { id: subjectId(key) } })
      if (before !== null) await subjects.putAll([subjectFixture({ ...key, isFree: before })])
      const body = { ...key, file: fileOf('s'), ...sent }
      const { status, json } = await site.call(addSubject, { ...(await asAdmin()), body, query: { replace } })
      const isFree = before ?? false
      if (before !== null && replace === 'false') expect(json.code).toBe('SUBJECT_EXISTS')
      else expect({ status, isFree: json.isFree }).toEqual({ status: 201, isFree })
      expect(await subjects.find(key)).toMatchObject({ isFree })
    })
  })

  test('is not changed by any route that such an admin may call', async () => {
    await seedSamples(site)
    const listFree = async () => {
      const { items } = await createResources(site.store.table).listNewest({ limit: 100 })
      return [...(await subjects.listAll()), ...items].filter(({ isFree }) => isFree)
    }
    const before = await listFree()
    for (const name of Object.keys(routes) as RouteName[]) {
      const route: Route = routes[name]
      const call = sampleCall(name)
      const body = typeof call.body === 'object' ? { ...call.body, isFree: true } : call.body
      await site.call(route, { ...(await asAdmin()), ...call, body })
    }
    expect(await listFree()).toEqual(before)
  })
})

describe('tickets for the documents of a free paper', () => {
  const ids = ['', '-correction', '-video'].map((end) => `bac-SVT-2020-Normale${end}`)
  const correction = subjectDocumentFixture({ size: 2_000_000, pages: 9 })
  beforeAll(() => subjects.putAll([subjectFixture({ track: 'SVT', year: '2020', isFree: true, correction })]))
  const ask = async (id: string, call: object) => {
    const { status, json } = await site.call(getTicket, { ...call, params: { id } })
    return status === 200 ? status : json.code
  }

  test.each([
    ['a visitor', null, [200, 'AUTHENTICATION_REQUIRED', 'AUTHENTICATION_REQUIRED']],
    ['a free account', { isPremium: false }, [200, 'PREMIUM_REQUIRED', 'PREMIUM_REQUIRED']],
    ['a Premium account', { isPremium: true }, [200, 200, 'DOCUMENT_UNAVAILABLE']],
  ])('are given to %s by its rights', async (_, account, expected) => {
    const call = account ? site.as(await storeUser(site.store.table, account)) : {}
    expect(await Promise.all(ids.map((id) => ask(id, call)))).toEqual(expected)
  })
})

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

  test('keeps fields without a column, and removes fields with an empty cell', async () => {
    await send(`track;year;session;file\nSVT;2016;Normale;${fileOf('t')}`)
    expect(await find('2016')).toMatchObject({ isFree: true, correction: { file: { fileId: fileOf('c') } } })
    await send(`track;year;session;file;isFree;correction\nSVT;2016;Normale;${fileOf('t')};;`)
    expect(await find('2016')).toMatchObject({ isFree: false, correction: null })
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

  test('has the exercises of a paper in one column', async () => {
    const head = 'track;year;session;file;exercises'
    const cell = '1 | Ondes | 4,5 | ondes/1 | 2 |  | 4:30 // 2 | Pile | 3 | piles/1 |  |  | '
    const send2014 = async (exercises: string) =>
      (await send(`${head}\nSVT;2014;Normale;${fileOf('s')};${exercises}`)).lines[0]
    expect(await send2014(cell)).toMatchObject({ outcome: 'created' })
    const exercises = [
      { number: 1, title: 'Ondes', points: 4.5, page: 2, correctionPage: null, videoSeconds: 270 },
      { number: 2, title: 'Pile', points: 3, chapters: [{ theme: 'piles', chapter: 1 }] },
    ]
    expect(await find('2014')).toMatchObject({ exercises })
    expect((await asOwner(exportSubjects)).text).toContain(cell)
    expect(await send2014(cell)).toMatchObject({ outcome: 'unchanged' })
    const without = await send(`track;year;session;file\nSVT;2014;Normale;${fileOf('s')}`)
    expect(without.lines).toMatchObject([{ outcome: 'unchanged' }])
    expect(await send2014('1 | Ondes | trois | electrolyse/1')).toMatchObject({
      outcome: 'refused',
      errors: [{ path: 'exercises.0.points' }],
    })
    expect(await send2014('1 | Ondes | 3 | electrolyse/1')).toMatchObject({
      outcome: 'refused',
      errors: [{ path: 'exercises.0.chapters.0', message: "Ce chapitre n'existe pas" }],
    })
    expect(await send2014('')).toMatchObject({ outcome: 'updated' })
    expect(await find('2014')).toMatchObject({ exercises: [] })
    expect(await listEntries('bac-SVT-2014-Normale')).toMatchObject([
      { action: 'UPDATE_SUBJECT', before: { exercises }, after: { exercises: [] } },
      { action: 'CREATE_SUBJECT', after: { exercises } },
    ])
  })

  test('has the form of the export', async () => {
    const { text, headers } = await asOwner(exportSubjects)
    expect(headers['content-type']).toContain('text/csv')
    const { lines } = await send(text)
    expect(lines.length).toBeGreaterThan(0)
    expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']))
  })
})
