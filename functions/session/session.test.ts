import { subjectDocumentId, subjectId } from '#shared/catalogue/subjects.ts'
import { getPersonalData } from '#shared/contract/account.ts'
import { listPractice } from '#shared/contract/practice.ts'
import { claimSession, clearSession, readSession, renewSession } from '#shared/contract/session.ts'
import { newMockExam } from '#shared/domain/practice/mock-exam.ts'
import type { User } from '#shared/entities/user.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture, subjectDocumentFixture, subjectFixture } from '../test-support/content.ts'
import { leaseFixture, PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

const site = await startSite()
afterAll(() => site.stop())

const as = ({ id }: User, sessionId?: string) => ({ token: site.userPool.token(id), sessionId })

test('claims, renews, reads and clears a session', async () => {
  const user = await storeUser(site.store.table, { lease: null })
  const claimed = await site.call(claimSession, as(user))
  expect(claimed).toMatchObject({ status: 200, json: { reused: false } })
  const sessionId = String(claimed.json.sessionId)

  const read = await site.call(readSession, as(user, sessionId))
  const profile = {
    id: user.id,
    email: user.email,
    isPremium: false,
    premiumUntil: null,
    premiumLastDay: null,
    isAdmin: false,
    isOwner: false,
    isPrimaryOwner: false,
    hasReminders: true,
    hasAnswerMails: true,
    hasNewAnswer: false,
    lastReadAt: null,
    track: null,
    minutesADay: 45,
    hasSecondFactor: false,
    openPaymentRequest: null,
    createdAt: user.createdAt,
  }
  const { lastActive } = claimed.json
  expect(claimed.json).toEqual({ sessionId, lastActive, reused: false, profile })
  expect(read.json).toEqual({ active: true, lastActive, profile })

  const renewed = await site.call(renewSession, as(user, sessionId))
  expect(renewed.json).toEqual({ ...read.json, lastActive: expect.any(String) })
  expect(String(renewed.json.lastActive) >= String(claimed.json.lastActive)).toBe(true)

  expect(await site.call(clearSession, as(user, sessionId))).toMatchObject({ status: 204, text: '' })
  expect((await site.call(readSession, as(user, sessionId))).json.code).toBe('SESSION_INACTIVE')
})

test('ends the sign-in everywhere when signing out, and may be repeated', async () => {
  const user = await storeUser(site.store.table)
  const copied = as(user, user.lease?.id)
  for (let times = 0; times < 2; times += 1) expect((await site.call(clearSession, copied)).status).toBe(204)
  for (const answer of [
    await site.call(claimSession, { ...copied, body: {} }),
    await site.call(claimSession, { ...copied, body: { sessionId: user.lease?.id } }),
    await site.call(readSession, copied),
    await site.call(renewSession, copied),
  ])
    expect(answer).toMatchObject({ status: 401, json: { code: 'AUTHENTICATION_REQUIRED' } })
  expect((await site.call(claimSession, { ...as(user), body: {} })).status).toBe(200)
})

test.each([
  [
    { isPremium: true, premiumUntil: '2020-01-01' },
    { isPremium: false, premiumLastDay: '2020-01-01' },
  ],
  [
    { isAdmin: true, email: PRIMARY_OWNER },
    { isAdmin: true, isOwner: true, isPrimaryOwner: true },
  ],
])('answers an account with %o the profile %o', async (changes, profile) => {
  const user = await storeUser(site.store.table, changes)
  const sessionId = user.lease?.id
  const read = await site.call(readSession, as(user, sessionId))
  const claimed = await site.call(claimSession, { ...as(user), body: { sessionId } })
  for (const { json } of [read, claimed]) expect(json).toMatchObject({ profile })
})

const NOW = new Date('2026-03-01T08:00:00.000Z')
const paper = subjectFixture({ year: '2023', correction: subjectDocumentFixture() })
const freePaper = subjectFixture({ year: '2022', isFree: true })
const satPaper = subjectFixture({ year: '2021', isFree: true, correction: subjectDocumentFixture() })
const resource = resourceFixture({ id: 'serie-ondes', title: 'Exercices : Ondes' })
describe('the document that was read last', () => {
  beforeAll(async () => {
    await site.stores.subjects.putAll([paper, freePaper, satPaper])
    await site.stores.resources.putAll([resource])
  })
  beforeEach(() => setClock(NOW))
  afterEach(() => setClock(null))

  const student = (changes: Partial<User> = {}) =>
    storeUser(site.store.table, { isPremium: true, lease: leaseFixture(NOW), ...changes })
  const beat = (user: User, lastRead: object) =>
    site.call(renewSession, { ...site.as(user), body: { lastRead } })
  const lastRead = async (user: User) => (await site.call(listPractice, site.as(user))).json['lastRead']

  test('a heartbeat stores what was read, by the clock of the server, for every device of the account', async () => {
    const user = await student()
    expect(await lastRead(user)).toBeNull()
    const id = subjectDocumentId(paper, 'correction')
    const answer = await beat(user, { id, page: 3, exercise: 2, secondsAgo: 30 })
    const readAt = '2026-03-01T07:59:30.000Z'
    expect(answer.json).toMatchObject({ lastActive: NOW.toISOString(), profile: { lastReadAt: readAt } })
    const title = expect.stringMatching(/^Bac SM 2023 .* Corrigé$/)
    const paperRead = expect.objectContaining({ id: subjectId(paper), hasCorrection: true })
    const document = { title, type: 'pdf', paper: paperRead }
    expect(await lastRead(user)).toEqual({ id, page: 3, exercise: 2, readAt, document })
    const claimed = await site.call(claimSession, { ...site.as(user), body: {} })
    expect(claimed.json).toMatchObject({ profile: { lastReadAt: readAt } })
    const data = await site.call(getPersonalData, site.as(user))
    expect(data.json).toMatchObject({ profile: { lastRead: { id, page: 3, exercise: 2, readAt } } })

    await beat(user, { id: resource.id, page: 1, secondsAgo: 0 })
    const { title: name, type } = resource
    const readNext = {
      id: resource.id,
      page: 1,
      exercise: null,
      document: { title: name, type, paper: null },
    }
    expect(await lastRead(user)).toMatchObject(readNext)
    await site.call(renewSession, { ...site.as(user), body: {} })
    expect(await lastRead(user)).toMatchObject({ id: resource.id })
  })

  test.each([
    { fault: 'an id that no document has', body: { id: '../x', page: 1, secondsAgo: 0 } },
    { fault: 'a page before the first', body: { id: 'a', page: 0, secondsAgo: 0 } },
    { fault: 'a time to come', body: { id: 'a', page: 1, secondsAgo: -1 } },
  ])('a heartbeat with $fault renews the lease, stores nothing and is refused', async ({ body }) => {
    const user = await student()
    setClock(new Date(NOW.getTime() + 20_000))
    expect(await beat(user, body)).toMatchObject({ status: 400, json: { code: 'INVALID_REQUEST' } })
    expect((await site.call(readSession, site.as(user))).json).toMatchObject({
      lastActive: '2026-03-01T08:00:20.000Z',
      profile: { lastReadAt: null },
    })
  })

  const read = (id: string) => ({ id, page: 1, exercise: null, readAt: NOW.toISOString() })
  const exam = { id: 'e', subjectId: subjectId(paper), endsAt: '2026-03-01T12:00:00.000Z' }
  test.each([
    { what: 'a free paper, without Premium', id: subjectId(freePaper), isPremium: false, isOffered: true },
    { what: 'a paper, without Premium', id: subjectId(paper), isPremium: false, isOffered: false },
    { what: 'the statement of the paper that is sat', id: subjectId(paper), mockExam: exam, isOffered: true },
    { what: 'its correction', id: subjectDocumentId(paper, 'correction'), mockExam: exam, isOffered: false },
    { what: 'a correction taken away', id: subjectDocumentId(freePaper, 'correction'), isOffered: false },
    { what: 'a paper that was deleted', id: 'bac-SM-2009-Normale', isOffered: false },
    { what: 'a resource that was deleted', id: 'serie-supprimee', isOffered: false },
  ])('offers $what: $isOffered', async ({ id, isOffered, isPremium = true, mockExam = null }) => {
    const user = await student({ isPremium, mockExam, lastRead: read(id) })
    expect(await lastRead(user)).toMatchObject({ id, document: isOffered ? { type: 'pdf' } : null })
  })

  test.each([
    { what: 'once its examination has ended', minutes: 10, isOffered: true },
    { what: 'while its examination runs', minutes: 60, isOffered: false },
  ])(
    'offers the correction of a free paper without Premium $what: $isOffered',
    async ({ minutes, isOffered }) => {
      const id = subjectDocumentId(satPaper, 'correction')
      const user = await student({ isPremium: false, lastRead: read(id) })
      const begun = new Date(NOW.getTime() - 30 * 60_000)
      const sat = newMockExam(subjectId(satPaper), [], { minutes, now: begun, suffix: 'a1b2c3d4' })
      await site.stores.mockExams.putAll(user.id, [sat])
      expect(await lastRead(user)).toMatchObject({ id, document: isOffered ? { type: 'pdf' } : null })
    },
  )
})
