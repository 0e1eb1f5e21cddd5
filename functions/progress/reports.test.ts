import { listReports, updateReport } from '#shared/contract/admin/reports.ts'
import { listSubjects } from '#shared/contract/catalogue.ts'
import { listOwnReports, reportError } from '#shared/contract/reports.ts'
import { getSubject } from '#shared/contract/subject-details.ts'
import type { User } from '#shared/entities/user.ts'
import { createAdministration } from '../test-support/administration.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture, subjectDocumentFixture, subjectFixture } from '../test-support/content.ts'
import { storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

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
  site.call(reportError, { ...site.as(user), body: { ...input, ...changes } })
const own = async (user: User) => (await site.call(listOwnReports, site.as(user))).json.items as object[]
const listed = async (state = 'new') =>
  (await admin.asOwner(listReports, { query: { state } })).json.items as { id: string; title: string }[]
const decide = (id: string, state: string, note = '') =>
  admin.asOwner(updateReport, { params: { id }, body: { state, note } })

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
  expect((await site.call(getSubject, { params: { id: PAPER } })).json).toMatchObject({ corrected })
  const { json: list } = await site.call(listSubjects, { query: { track: 'SVT' } })
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
  const { json } = await site.call(getSubject, { params: { id: 'bac-SVT-2014-Normale' } })
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

test.each([
  [{ documentId: 'bac-SVT-1999-Normale' }, 404, 'NOT_FOUND'],
  [{ kind: 'uncorrected', documentId: `${PAPER}-correction` }, 409, 'CONFLICT'],
  [{ kind: 'uncorrected', documentId: `${PAPER}-video` }, 409, 'CONFLICT'],
  [{ kind: 'uncorrected', documentId: 'r-1' }, 409, 'CONFLICT'],
  [{ page: 0 }, 400, 'INVALID_REQUEST'],
  [{ text: 'x'.repeat(501) }, 400, 'INVALID_REQUEST'],
])('refuses %j', async (changes, status, code) => {
  const user = await storeUser(site.store.table)
  expect(await report(user, changes)).toMatchObject({ status, json: { code } })
  expect(await own(user)).toEqual([])
})
