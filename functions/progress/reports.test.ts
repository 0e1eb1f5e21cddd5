import { routes } from '#shared/contract/routes.ts'
import { startOfDay } from '#shared/domain/days/moroccan-day.ts'
import type { Report } from '#shared/entities/report.ts'
import type { User } from '#shared/entities/user.ts'
import { createAdministration } from '../test-support/administration.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture, subjectDocumentFixture, subjectFixture } from '../test-support/content.ts'
import { storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'
import { setCount } from '../test-support/table.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
await site.stores.subjects.putAll([
  subjectFixture({ track: 'SVT', year: '2015', correction: subjectDocumentFixture({}) }),
])
await site.stores.resources.putAll([resourceFixture({ id: 'r-1', title: 'Énoncé : Ondes' })])
afterEach(() => setClock(null))
afterAll(() => site.stop())

const PAPER = 'bac-SVT-2015-Normale'
const input = { documentId: PAPER, page: 2, kind: 'unreadable', text: 'La figure est <b>coupée</b>.' }
const report = (user: User, changes: object = {}) =>
  site.call(routes.reportError, { ...site.as(user), body: { ...input, ...changes } })
const own = async (user: User) =>
  (await site.call(routes.listOwnReports, site.as(user))).json.items as object[]
const listed = async (state = 'new') =>
  (await admin.asOwner(routes.listReports, { query: { state } })).json.items as Report[]
const decide = (id: string, state: string, note = '') =>
  admin.asOwner(routes.updateReport, { params: { id }, body: { state, note } })

test('shows a report to the owner as it was written, and its state to the student', async () => {
  const user = await storeUser(site.store.table)
  const answer = await report(user)
  expect(answer).toMatchObject({
    status: 201,
    json: { ...input, title: 'Bac SVT 2015 - Session Normale', state: 'new' },
  })
  expect(answer.json).not.toHaveProperty('note')
  expect(await own(user)).toEqual([answer.json])
  const { id } = answer.json as { id: string }
  expect((await listed()).find((each) => each.id === id)).toMatchObject({ ...input, type: 'pdf', note: '' })
  expect(JSON.stringify(await listed())).not.toContain(user.email)

  expect((await decide(id, 'closed', 'La figure est entière.')).status).toBe(200)
  expect(await listed('closed')).toMatchObject([{ id, note: 'La figure est entière.' }])
  expect((await listed()).map((each) => each.id)).not.toContain(id)
  expect(await own(user)).toMatchObject([{ id, state: 'closed' }])
  expect(await own(await storeUser(site.store.table))).toEqual([])
})

test('dates a corrected document, also after its file was replaced, and logs the decision', async () => {
  setClock(new Date('2026-04-12T23:30:00Z'))
  const user = await storeUser(site.store.table)
  const { json } = await report(user, { documentId: `${PAPER}-correction` })
  const { id } = json as { id: string }
  expect((await decide(id, 'corrected', 'Page 2 refaite.')).json).toMatchObject({ id, state: 'corrected' })
  const corrected = { correction: '2026-04-13' }
  expect((await site.call(routes.getSubject, { params: { id: PAPER } })).json).toMatchObject({ corrected })
  const { json: list } = await site.call(routes.listSubjects, { query: { track: 'SVT' } })
  expect(list.items).toMatchObject([{ id: PAPER, corrected }])
  expect(await admin.listEntries(`${PAPER}-correction`)).toMatchObject([
    {
      action: 'UPDATE_REPORT',
      before: { state: 'new', note: '' },
      after: { state: 'corrected', note: 'Page 2 refaite.' },
    },
  ])
  const { json: other } = await report(user, { documentId: 'r-1', page: null })
  await decide((other as { id: string }).id, 'corrected')
  expect(await site.stores.resources.find('r-1')).toMatchObject({ correctedOn: '2026-04-13' })
})

test('tells the owner of a missing correction, which shows no date of correction once it is there', async () => {
  const subjects = site.stores.subjects
  const paper = subjectFixture({ track: 'SVT', year: '2014', correction: null })
  await subjects.putAll([paper])
  const missing = { documentId: 'bac-SVT-2014-Normale-correction', page: null, kind: 'uncorrected', text: '' }
  const [user, other] = [await storeUser(site.store.table), await storeUser(site.store.table)]
  const answer = await report(user, missing)
  expect(answer).toMatchObject({ status: 201, json: { title: 'Bac SVT 2014 - Session Normale - Corrigé' } })
  expect((await report(user, missing)).json).toEqual(answer.json)
  await report(other, missing)
  const ofPaper = (await listed()).filter(({ title }) => title.includes('SVT 2014'))
  expect(ofPaper).toHaveLength(2)

  await subjects.putAll([{ ...paper, correction: subjectDocumentFixture({}) }])
  expect(await report(await storeUser(site.store.table), missing)).toMatchObject({
    status: 409,
    json: { code: 'CONFLICT', detail: 'Aucun corrigé ne manque ici. Rechargez la page.' },
  })
  expect(await listed()).toEqual(expect.arrayContaining(ofPaper))
  expect((await decide(ofPaper[0]?.id ?? '', 'corrected')).status).toBe(200)
  const { json } = await site.call(routes.getSubject, { params: { id: 'bac-SVT-2014-Normale' } })
  expect(json).toMatchObject({ hasCorrection: true })
  expect(json).not.toHaveProperty('corrected')
})

test('limits an account to ten reports a Moroccan day, also under races', async () => {
  setClock(new Date('2026-04-12T10:00:00Z'))
  const user = await storeUser(site.store.table)
  const pages = Array.from({ length: 12 }, (_, page) => page + 1)
  const answers = await Promise.all(pages.map((page) => report(user, { page })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.json.detail).toBe("Vous avez envoyé 10 signalements aujourd'hui. Réessayez demain.")
  expect(await own(user)).toHaveLength(10)
})

describe('reports of one network', () => {
  const from = (address: string) => ({ 'cloudfront-viewer-address': `${address}:50000` })
  const send = async (address: string, user: User, page = 2) => {
    const { status, json } = await site.call(routes.reportError, {
      ...site.as(user),
      headers: from(address),
      body: { ...input, page },
    })
    return { status, detail: json.detail, id: String(json['id']) }
  }
  const close = async (body: object) => (await admin.asOwner(routes.closeReports, { body })).json
  const stateOf = async (id: string) => (await site.stores.reports.find(id))?.state

  test('are bounded a day, without regard to their accounts and to repetitions', async () => {
    setClock(new Date('2026-05-12T10:00:00Z'))
    const enrol = () => storeUser(site.store.table)
    const first = await enrol()
    const { network } = (await site.stores.reports.find((await send('10.9.0.1', first)).id)) ?? {}
    expect(network).toMatch(/^[\w-]{16}$/)
    const counted = { kind: 'address', name: network ?? '', route: 'reports of a day' } as const
    await setCount(site.store.table, counted, startOfDay('2026-05-12'), 99)
    expect((await send('10.9.0.1', first)).status).toBe(201)
    expect((await send('10.9.0.1', await enrol())).status).toBe(201)
    expect(await send('10.9.0.1', await enrol())).toMatchObject({
      status: 429,
      detail: "Trop de signalements viennent de votre réseau aujourd'hui. Réessayez demain.",
    })
    expect((await send('10.9.0.1', first)).status).toBe(201)
    expect((await send('10.9.0.2', await enrol())).status).toBe(201)
    setClock(new Date('2026-05-13T10:00:00Z'))
    expect((await send('10.9.0.1', await enrol())).status).toBe(201)
  })

  test('are closed together, as a selection is, and what is decided stays', async () => {
    const [one, other] = [await storeUser(site.store.table), await storeUser(site.store.table)]
    const sent = [
      await send('10.9.1.1', one),
      await send('10.9.1.1', other, 3),
      await send('10.9.1.2', one, 4),
    ]
    const [a = '', b = '', c = ''] = sent.map(({ id }) => id)
    await decide(b, 'corrected', 'Refaite')
    const d = (await send('10.9.1.1', other, 5)).id
    expect(await close({ ids: [a, b], ofNetwork: true })).toEqual({ closed: 2 })
    expect(await Promise.all([a, b, c, d].map(stateOf))).toEqual(['closed', 'corrected', 'new', 'closed'])
    expect(await admin.listEntries('2 signalements')).toMatchObject([
      { action: 'UPDATE_REPORT', before: { state: 'new' }, after: { state: 'closed' } },
    ])
    expect(await close({ ids: [a, c] })).toEqual({ closed: 1 })
    expect(await close({ ids: [a, c] })).toEqual({ closed: 0 })
  })

  test('are marked when their account is young, for the owner alone', async () => {
    const young = await storeUser(site.store.table)
    const old = await storeUser(site.store.table, { createdAt: '2026-01-01T00:00:00.000Z' })
    const ids = [(await send('10.9.2.1', young)).id, (await send('10.9.2.1', old)).id]
    const marks = (await listed()).filter(({ id }) => ids.includes(id))
    expect(new Map(marks.map(({ id, isFromYoungAccount }) => [id, isFromYoungAccount]))).toEqual(
      new Map([
        [ids[0], true],
        [ids[1], false],
      ]),
    )
    for (const secret of ['network', 'isFromYoungAccount'])
      expect((await own(young))[0]).not.toHaveProperty(secret)
  })

  test('lose signs that turn or hide their text', async () => {
    const user = await storeUser(site.store.table)
    expect((await report(user, { text: 'a\u202eb\u2066c' })).json).toMatchObject({ text: 'abc' })
  })
})

test.each([
  [{ documentId: 'bac-SVT-1999-Normale' }, 404, 'NOT_FOUND'],
  [{ kind: 'uncorrected', documentId: `${PAPER}-video` }, 409, 'CONFLICT'],
  [{ kind: 'uncorrected', documentId: 'r-1' }, 409, 'CONFLICT'],
  [{ page: 0 }, 400, 'INVALID_REQUEST'],
  [{ text: 'x'.repeat(501) }, 400, 'INVALID_REQUEST'],
])('refuses %j', async (changes, status, code) => {
  const user = await storeUser(site.store.table)
  expect(await report(user, changes)).toMatchObject({ status, json: { code } })
  expect(await own(user)).toEqual([])
})
