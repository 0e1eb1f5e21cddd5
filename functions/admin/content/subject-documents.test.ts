import { subjectId } from '#shared/catalogue/subjects.ts'
import { addSubject, deleteSubject, exportSubjects, importSubjects } from '#shared/contract/admin/subjects.ts'
import { getTicket } from '#shared/contract/files.ts'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { createResources } from '../../data/resources.ts'
import { createSubjects } from '../../data/subjects.ts'
import { type Administration, createAdministration } from '../../test-support/administration.ts'
import { subjectDocumentFixture, subjectFixture } from '../../test-support/content.ts'
import { lastingLease, storeUser } from '../../test-support/people.ts'
import { sampleCall, seedSamples } from '../../test-support/samples.ts'
import { type Site, startSite } from '../../test-support/site.ts'

let site: Site
let asOwner: Administration['asOwner']
let listEntries: Administration['listEntries']
beforeAll(async () => {
  site = await startSite()
  ;({ asOwner, listEntries } = await createAdministration(site))
})
afterAll(() => site.stop())

const fileOf = (name: string) => `${SAMPLE_DRIVE_ID}${name}`
const find = async (year: string) =>
  (await createSubjects(site.store.table).find({ track: 'SVT', year, session: 'Normale' })) as Subject

describe('a correction and a video', () => {
  const paper = { track: 'SVT', year: '2022', session: 'Normale', file: fileOf('s') }
  const id = 'bac-SVT-2022-Normale'
  const replace = (changes: object) =>
    asOwner(addSubject, { body: { ...paper, ...changes }, query: { replace: 'true' } })

  test('are added with the statement', async () => {
    const body = { ...paper, correction: fileOf('c'), isFree: true }
    expect(await asOwner(addSubject, { body })).toMatchObject({
      status: 201,
      json: { id, file: fileOf('s'), correction: fileOf('c'), video: null, isFree: true },
    })
    expect(await listEntries(id)).toMatchObject([
      { action: 'CREATE_SUBJECT', after: { isFree: true, correction: fileOf('c'), video: null } },
    ])
  })

  test('are kept with their versions when a change leaves them out', async () => {
    const before = await find('2022')
    site.services.invalidated.clear()
    expect((await replace({})).json).toMatchObject({ correction: fileOf('c'), isFree: true })
    expect(await find('2022')).toEqual(before)
    await replace({ video: fileOf('v') })
    expect(await find('2022')).toMatchObject({
      version: before.version,
      correction: before.correction,
      video: { file: { fileId: fileOf('v') }, size: null, pages: null },
    })
    expect(site.services.invalidated.list()).toEqual([])
  })

  test('are replaced one by one, and only their old copies are invalidated', async () => {
    const before = await find('2022')
    await replace({ correction: fileOf('d') })
    const after = await find('2022')
    expect(after).toMatchObject({ version: before.version, video: before.video })
    expect(after.correction?.version).not.toBe(before.correction?.version)
    expect(site.services.invalidated.list()).toEqual([`/files/${id}-correction/*`])
    expect((await listEntries(id))[0]).toMatchObject({
      action: 'UPDATE_SUBJECT',
      before: { file: fileOf('s'), correction: fileOf('c'), video: fileOf('v') },
      after: { file: fileOf('s'), correction: fileOf('d'), video: fileOf('v') },
    })
  })

  test('are removed by null, and deleted with the subject', async () => {
    site.services.invalidated.clear()
    expect((await replace({ correction: null })).json).toMatchObject({ correction: null, video: fileOf('v') })
    await asOwner(deleteSubject, { params: { id } })
    expect(site.services.invalidated.list()).toEqual([
      `/files/${id}-correction/*`,
      `/files/${id}/*`,
      `/files/${id}-video/*`,
    ])
  })

  test.each(['correction', 'video'])('are refused with their field when malformed: %s', async (path) => {
    const { status, json } = await asOwner(addSubject, { body: { ...paper, [path]: 'x' } })
    expect([status, json.errors]).toEqual([
      400,
      [{ path, message: expect.stringContaining('ID Google Drive invalide') }],
    ])
  })
})

describe('whether a paper is free', () => {
  const key = { track: 'SVT', year: '2011', session: 'Normale' } as const
  const subjects = () => createSubjects(site.store.table)
  const asAdmin = async () =>
    site.as(await storeUser(site.store.table, { isAdmin: true, lease: lastingLease() }))

  describe.each([
    { found: 'no paper', before: null },
    { found: 'a Premium paper', before: false },
    { found: 'a free paper', before: true },
  ])('is not decided by an admin who is not an owner and finds $found', ({ before }) => {
    beforeEach(async () => {
      await asOwner(deleteSubject, { params: { id: subjectId(key) } })
      if (before !== null) await subjects().putAll([subjectFixture({ ...key, isFree: before })])
    })

    test.each([
      { replace: 'true', sent: { isFree: true } },
      { replace: 'true', sent: { isFree: false } },
      { replace: 'true', sent: {} },
      { replace: 'true', sent: { isFree: true, correction: fileOf('c'), video: fileOf('v') } },
      { replace: 'false', sent: { isFree: true } },
    ])('and sends $sent with replace=$replace', async ({ replace, sent }) => {
      const body = { ...key, file: fileOf('s'), ...sent }
      const { status, json } = await site.call(addSubject, { ...(await asAdmin()), body, query: { replace } })
      const isFree = before ?? false
      if (before !== null && replace === 'false') expect(json.code).toBe('SUBJECT_EXISTS')
      else expect({ status, isFree: json.isFree }).toEqual({ status: 201, isFree })
      expect(await subjects().find(key)).toMatchObject({ isFree })
    })
  })

  test('is not changed by any route that such an admin may call', async () => {
    await seedSamples(site)
    const resources = createResources(site.store.table)
    const listFree = async () => {
      const all = [...(await subjects().listAll()), ...(await resources.listNewest({ limit: 100 })).items]
      return all.filter(({ isFree }) => isFree)
    }
    const before = await listFree()
    for (const name of Object.keys(routes) as RouteName[]) {
      const route: Route = routes[name]
      const { body, ...call } = sampleCall(name)
      const isObject = typeof body === 'object'
      await site.call(route, {
        ...(await asAdmin()),
        ...call,
        body: isObject ? { ...body, isFree: true } : body,
      })
    }
    expect(await listFree()).toEqual(before)
  })
})

describe('tickets for the documents of a paper', () => {
  const ids = ['', '-correction', '-video'].map((end) => `bac-SVT-2020-Normale${end}`)
  const correction = subjectDocumentFixture({ size: 2_000_000, pages: 9 })
  beforeAll(() =>
    createSubjects(site.store.table).putAll([
      subjectFixture({ track: 'SVT', year: '2020', isFree: true, correction }),
      subjectFixture({ track: 'SVT', year: '2019', correction, video: subjectDocumentFixture() }),
    ]),
  )
  const ask = async (id: string, call: object) => {
    const { status, json } = await site.call(getTicket, { ...call, params: { id } })
    return status === 200 ? status : json.code
  }

  test.each([
    ['a visitor', null, [200, 'AUTHENTICATION_REQUIRED', 'AUTHENTICATION_REQUIRED']],
    ['a free account', { isPremium: false }, [200, 'PREMIUM_REQUIRED', 'PREMIUM_REQUIRED']],
    ['a Premium account', { isPremium: true }, [200, 200, 'DOCUMENT_UNAVAILABLE']],
    ['an admin', { isAdmin: true }, [200, 200, 'DOCUMENT_UNAVAILABLE']],
  ])('are given to %s by the rights of the paper', async (_, account, expected) => {
    const call = account ? site.as(await storeUser(site.store.table, account)) : {}
    expect(await Promise.all(ids.map((id) => ask(id, call)))).toEqual(expected)
  })

  test('are refused to visitors when the statement is not free', async () => {
    for (const end of ['', '-correction', '-video'])
      expect(await ask(`bac-SVT-2019-Normale${end}`, {})).toBe('AUTHENTICATION_REQUIRED')
  })

  test('name the document with its own version, size and pages', async () => {
    const call = site.as(await storeUser(site.store.table, { isPremium: true }))
    const { json, text } = await site.call(getTicket, {
      ...call,
      params: { id: 'bac-SVT-2020-Normale-correction' },
    })
    expect(json).toMatchObject({
      title: 'Bac SVT 2020 - Session Normale - Corrigé',
      fileName: 'Bac-SVT-2020-Normale-Corrige.pdf',
      version: correction.version,
      size: 2_000_000,
      pages: 9,
    })
    expect(new URL(String(json.url)).pathname).toBe(
      `/files/bac-SVT-2020-Normale-correction/${correction.version}/inline/Bac-SVT-2020-Normale-Corrige.pdf`,
    )
    expect(text).not.toContain(SAMPLE_DRIVE_ID)
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
    const outcomes = async (dryRun?: string) =>
      (await send(`${header}\n${row}`, dryRun)).lines.map(({ outcome }) => outcome)
    expect(await outcomes('true')).toEqual(['created'])
    expect(await find('2016')).toBeNull()
    expect(await outcomes()).toEqual(['created'])
    expect(await find('2016')).toMatchObject({ isFree: true, correction: { size: null }, video: null })
    expect(await outcomes()).toEqual(['unchanged'])
    expect((await send(`${header}\n${row.replace('SVT;2016;Normale', 'svt;2016;normale')}`)).lines).toEqual([
      { line: 2, outcome: 'unchanged', errors: [] },
    ])
    expect(await listEntries('bac-SVT-2016-Normale')).toHaveLength(1)
  })

  test('keeps fields without a column, and removes fields with an empty cell', async () => {
    await send(`track;year;session;file\nSVT;2016;Normale;${fileOf('t')}`)
    expect(await find('2016')).toMatchObject({ isFree: true, correction: { file: { fileId: fileOf('c') } } })
    await send(`track;year;session;file;isFree;correction\nSVT;2016;Normale;${fileOf('t')};;`)
    expect(await find('2016')).toMatchObject({ isFree: false, correction: null })
  })

  test('reports each fault in French, and imports the other lines', async () => {
    const rows = [
      `SVT;2015;Juin;${fileOf('s')};peut-être;x;`,
      `SVT;2015;Normale;${fileOf('s')};;;`,
      `SVT;2015;Normale;${fileOf('s')};;;`,
    ]
    expect((await send(`${header}\n${rows.join('\n')}`)).lines).toMatchObject([
      {
        outcome: 'refused',
        errors: [
          { path: 'session', message: 'La session doit être Normale ou Rattrapage' },
          { path: 'isFree', message: 'Cette valeur doit être oui ou non' },
          { path: 'correction', message: expect.stringContaining('ID Google Drive invalide') },
        ],
      },
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
    expect((await send(`track;year;session;file\nSVT;2014;Normale;${fileOf('s')}`)).lines).toMatchObject([
      { outcome: 'unchanged' },
    ])
    expect(await send2014('1 | Ondes | trois | electrolyse/1')).toMatchObject({
      outcome: 'refused',
      errors: [{ path: 'exercises.0.points', message: expect.stringContaining('par quart de point') }],
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
