import { createHash } from 'node:crypto'
import { subjectDocumentId, subjectId } from '#shared/catalogue/subjects.ts'
import { routes } from '#shared/contract/routes.ts'
import { newMockExam } from '#shared/domain/practice/mock-exam.ts'
import { sampleExercise } from '#shared/entities/samples.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import { systemClock } from '../http/use-case.ts'
import { createAdministration } from '../test-support/administration.ts'
import { setClock } from '../test-support/clock.ts'
import { subjectDocumentFixture, subjectFixture } from '../test-support/content.ts'
import { leaseFixture, storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

const START = new Date('2026-03-01T08:00:00.000Z')
const later = (minutes: number) => new Date(START.getTime() + minutes * 60_000)
/** The lease is live at each time that a test sets. */
const lease = () => leaseFixture(new Date('2099-01-01T00:00:00.000Z'))

const exerciseOf = (number: number, title: string, points: number, theme: 'ondes' | 'nucleaire') => {
  return { ...sampleExercise, number, title, points, chapters: [{ theme, chapter: 1 }] }
}
const exercises = [exerciseOf(1, 'Ondes', 7, 'ondes'), exerciseOf(2, 'Noyaux', 13, 'nucleaire')]
let year = 2008
const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
beforeEach(() => setClock(START))
afterEach(() => setClock(null))
afterAll(() => site.stop())

async function storePaper(changes: Partial<Subject> = {}): Promise<Subject & { id: string }> {
  const documents = { correction: subjectDocumentFixture(), video: subjectDocumentFixture() }
  const subject = subjectFixture({ year: String((year += 1)), exercises, ...documents, ...changes })
  await site.stores.subjects.putAll([subject])
  return { ...subject, id: subjectId(subject) }
}
const student = (changes: Partial<User> = {}) =>
  storeUser(site.store.table, { isPremium: true, lease: lease(), ...changes })
const start = (user: User, id: string) =>
  site.call(routes.startMockExam, { ...site.as(user), body: { subjectId: id } })
const update = (user: User, id: unknown, body: object) => {
  const change = { params: { id: String(id) }, body: { marks: [], finished: false, ...body } }
  return site.call(routes.updateMockExam, { ...site.as(user), ...change })
}
const mark = (user: User, id: string, earned: number | null) => {
  const body = { exercises: [{ exercise: 1, at: systemClock.now().toISOString(), earned }] }
  return site.call(routes.markPaper, { ...site.as(user), params: { id }, body })
}
const list = async (user: User) => (await site.call(routes.listPractice, site.as(user))).json
const ticket = async (user: User, id: string, disposition = 'inline') => {
  const call = { ...site.as(user), params: { id }, query: { disposition } }
  const { status, json } = await site.call(routes.getTicket, call)
  return json.code ?? status
}
const marks = (first: number, second: number) => [
  { exercise: 1, earned: first },
  { exercise: 2, earned: second },
]
async function statisticsOf(paper: string) {
  const { json } = await admin.asOwner(routes.getPracticeStatistics)
  const of = (rows: unknown) => (rows as { subjectId: string }[]).filter(({ subjectId: id }) => id === paper)
  return { papers: of(json.papers), exercises: of(json.exercises) }
}

describe('the correction of a free paper, for a free account', () => {
  const correctionOf = (id: string) => `${id}-correction`
  const sits = async () => {
    const [user, paper] = [await student({ isPremium: false }), await storePaper({ isFree: true })]
    const { json } = await start(user, paper.id)
    return { user, id: paper.id, exam: json.id }
  }

  test.each([
    { how: 'marked', result: { marks: marks(3, 5) } },
    { how: 'left unmarked', result: {} },
  ])('opens when the examination was ended and $how, and stays open', async ({ result }) => {
    const { user, id, exam } = await sits()
    expect(await ticket(user, correctionOf(id))).toBe('PREMIUM_REQUIRED')
    setClock(later(30))
    await update(user, exam, { finished: true })
    await update(user, exam, result)
    const other = await storePaper({ isFree: true })
    await start(user, other.id)
    expect(await ticket(user, correctionOf(id))).toBe(200)
    expect(await ticket(user, `${id}-video`)).toBe('PREMIUM_REQUIRED')
    expect(await ticket(user, correctionOf(other.id))).toBe('PREMIUM_REQUIRED')
    expect(await ticket(await student({ isPremium: false }), correctionOf(id))).toBe('PREMIUM_REQUIRED')
    await site.stores.subjects.putAll([{ ...other, year: id.split('-')[2] ?? '', isFree: false }])
    expect(await ticket(user, correctionOf(id))).toBe('PREMIUM_REQUIRED')
  })

  test('opens when the time is up, and closes while the paper is sat again', async () => {
    const { user, id } = await sits()
    setClock(later(239))
    expect(await ticket(user, correctionOf(id))).toBe('PREMIUM_REQUIRED')
    setClock(later(240))
    expect(await ticket(user, correctionOf(id))).toBe(200)
    await start(user, id)
    expect(await ticket(user, correctionOf(id))).toBe('MOCK_EXAM_RUNNING')
  })

  test('stays closed to an account that has marked an exercise by itself', async () => {
    const [user, paper] = [await student({ isPremium: false }), await storePaper({ isFree: true })]
    expect((await mark(user, paper.id, 1)).status).toBe(200)
    expect(await ticket(user, correctionOf(paper.id))).toBe('PREMIUM_REQUIRED')
  })
})

test('sits a paper from its start to its score, whatever becomes of the paper meanwhile', async () => {
  const [user, paper] = [await student(), await storePaper()]
  const begun = await start(user, paper.id)
  expect(begun).toMatchObject({
    status: 201,
    headers: { 'cache-control': 'no-store' },
    json: {
      subjectId: paper.id,
      title: `Bac SM ${paper.year} - Session Normale`,
      track: 'SM',
      startedAt: START.toISOString(),
      endsAt: later(240).toISOString(),
      now: START.toISOString(),
      finishedAt: null,
      minutes: null,
      score: null,
      exercises: [{ points: 7 }, { points: 13 }],
    },
  })
  await site.stores.subjects.putAll([{ ...paper, exercises: [] }])
  setClock(later(90))
  expect((await update(user, begun.json.id, { finished: true })).json).toMatchObject({
    finishedAt: later(90).toISOString(),
    minutes: 90,
    score: null,
  })
  setClock(later(100))
  const result = { marks: marks(5.25, 3), note: 'Revoir la célérité' }
  const marked = await update(user, begun.json.id, { ...result, finished: true })
  expect(marked.json).toMatchObject({ ...result, score: 8.25, minutes: 90 })
  expect(await list(user)).toEqual({
    lastRead: null,
    now: later(100).toISOString(),
    items: [Object.fromEntries(Object.entries(marked.json).filter(([name]) => name !== 'now'))],
    papers: [],
    byChapter: [
      { theme: 'nucleaire', chapter: 1, earned: 3, possible: 13 },
      { theme: 'ondes', chapter: 1, earned: 5.25, possible: 7 },
    ],
  })
})

test.each([
  { who: 'a free account', user: { isPremium: false }, isFree: false, answer: 'PREMIUM_REQUIRED' },
  { who: 'a free account', user: { isPremium: false }, isFree: true, answer: 201 },
  { who: 'ended Premium', user: { premiumUntil: '2026-02-28' }, isFree: false, answer: 'PREMIUM_REQUIRED' },
  { who: 'an admin', user: { isPremium: false, isAdmin: true }, isFree: false, answer: 201 },
])('answers $who that begins a paper (free: $isFree) with $answer', async ({ user, isFree, answer }) => {
  const { status, json } = await start(await student(user), (await storePaper({ isFree })).id)
  expect(json.code ?? status).toBe(answer)
})

describe('one examination at a time', () => {
  test('twenty starts at once begin one, which each of them returns', async () => {
    const [user, paper] = [await student(), await storePaper()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => start(user, paper.id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
    setClock(later(60))
    const again = { id: answers[0]?.json.id, now: later(60).toISOString() }
    expect((await start(user, paper.id)).json).toMatchObject(again)
    expect((await list(user)).items).toHaveLength(1)
  })

  test('another paper is refused until it has ended, early or by time', async () => {
    const user = await student()
    const [first, second, third] = [await storePaper(), await storePaper(), await storePaper()]
    const { json } = await start(user, first.id)
    expect(await start(user, second.id)).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT', detail: expect.stringContaining('déjà un autre examen blanc') },
    })
    await update(user, json.id, { finished: true })
    setClock(later(1))
    expect((await start(user, second.id)).status).toBe(201)
    setClock(later(241))
    expect((await start(user, third.id)).status).toBe(201)
    const sat = (await list(user)).items as { subjectId: string }[]
    expect(sat.map((exam) => exam.subjectId)).toEqual([third.id, second.id, first.id])
  })
})

describe('an examination', () => {
  test('of another student is not found or changed', async () => {
    const [user, other, paper] = [await student(), await student(), await storePaper()]
    const { json } = await start(user, paper.id)
    expect(await update(other, json.id, { finished: true, note: 'x' })).toMatchObject({ status: 404 })
    expect((await list(user)).items).toMatchObject([{ finishedAt: null, note: '' }])
    expect((await list(other)).items).toEqual([])
  })

  test('is marked after its end only, within the points of its exercises', async () => {
    const [user, paper] = [await student(), await storePaper()]
    const { json } = await start(user, paper.id)
    setClock(later(239))
    expect(await update(user, json.id, { marks: marks(7, 13) })).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT', detail: "Les notes se donnent à la fin de l'examen blanc." },
    })
    setClock(later(240))
    const message = "Chaque note va de 0 aux points de l'exercice, par quart de point"
    expect(await update(user, json.id, { marks: marks(7.25, 13) })).toMatchObject({
      status: 400,
      json: { code: 'INVALID_REQUEST', errors: [{ message }] },
    })
    expect((await update(user, json.id, { marks: marks(7, 13) })).json).toMatchObject({ score: 20 })
  })
})

describe('the correction', () => {
  test('is closed with its video and copies while the paper is being sat, to this account only', async () => {
    const [user, other, paper, another] = await Promise.all([
      student(),
      student(),
      storePaper(),
      storePaper(),
    ])
    const correction = subjectDocumentId(paper, 'correction')
    expect(await ticket(user, correction)).toBe(200)
    const { json } = await start(user, paper.id)
    for (const id of [correction, subjectDocumentId(paper, 'video')])
      for (const how of ['inline', 'attachment'])
        expect(await ticket(user, id, how)).toBe('MOCK_EXAM_RUNNING')
    expect(await ticket(user, paper.id)).toBe(200)
    expect(await ticket(user, subjectDocumentId(another, 'correction'))).toBe(200)
    expect(await ticket(other, correction)).toBe(200)
    await update(user, json.id, { finished: true })
    expect(await ticket(user, correction)).toBe(200)
  })

  test('cannot be reached by a link from before the start', async () => {
    const [user, paper] = [await student(), await storePaper()]
    const ask = async (id: string) => {
      const { json, cookies } = await site.call(routes.getTicket, { ...site.as(user), params: { id } })
      const cookie = /^__Host-lecteur=([\w-]{43}); /.exec(cookies.join())?.[1] ?? ''
      return { bound: new URLSearchParams(String(json.query)).get('lecteur'), cookie }
    }
    // The edge compares the link with the hash of the browser's current cookie.
    const hash = (cookie: string) => createHash('sha256').update(cookie).digest('hex')
    const correction = await ask(subjectDocumentId(paper, 'correction'))
    expect(correction.bound).toBe(hash(correction.cookie))
    const begun = await start(user, paper.id)
    expect(begun.cookies).toEqual(['__Host-lecteur=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict'])
    const statement = await ask(paper.id)
    expect(statement.bound).toBe(hash(statement.cookie))
    expect(correction.bound).not.toBe(hash(statement.cookie))
    expect((await ask(paper.id)).cookie).toBe(statement.cookie)
    await update(user, begun.json.id, { finished: true })
    expect(await ask(subjectDocumentId(paper, 'correction'))).toEqual(correction)
  })
})

test('keeps a hundred examinations of an account, the newest ones, also where an earlier version kept more', async () => {
  const [user, paper] = [await student(), await storePaper()]
  const exam = (minutes: number) => {
    const begun = later(minutes - 100_000)
    return newMockExam(paper.id, [], { minutes: 1, now: begun, suffix: 'a1b2c3d4' })
  }
  const exams = Array.from({ length: 103 }, (_, index) => exam(index))
  await site.stores.mockExams.putAll(user.id, exams)
  const { json } = await start(user, paper.id)
  const kept = await site.stores.mockExams.listNewest(user.id, 1_000)
  expect(kept.map(({ id }) => id)).toEqual([
    json.id,
    ...exams
      .slice(4)
      .map(({ id }) => id)
      .toReversed(),
  ])
})

describe('statistics', () => {
  test('leave a young free account out until it sits a paper again, and open the correction to it all the same', async () => {
    const paper = await storePaper({ isFree: true })
    const begin = later(0).getTime()
    const young = await student({ isPremium: false, createdAt: new Date(begin - 86_400_000).toISOString() })
    const first = await sitDown(young, paper.id)
    await finish(young, first, 1, 1)
    expect(await statisticsOf(paper.id)).toEqual({ papers: [], exercises: [] })
    expect(await ticket(young, `${paper.id}-correction`)).toBe(200)
    setClock(new Date(begin + 6 * 86_400_000))
    await finish(young, first, 2, 2)
    expect(await statisticsOf(paper.id)).toEqual({ papers: [], exercises: [] })
    const second = await sitDown(young, paper.id)
    await finish(young, second, 7, 7)
    await finish(young, second, 6, 7)
    expect((await statisticsOf(paper.id)).papers).toMatchObject([{ students: 1, marked: 1 }])
  })

  const sitDown = async (user: User, paper: string) => (await start(user, paper)).json.id
  const finish = (user: User, exam: unknown, first: number, second: number) =>
    update(user, exam, { marks: marks(first, second), finished: true })

  test('count an examination once despite corrections, and show averages from five students on', async () => {
    const paper = await storePaper()
    const sat: [User, unknown][] = []
    for (const user of await Promise.all(Array.from({ length: 5 }, () => student())))
      sat.push([user, await sitDown(user, paper.id)])
    expect(await statisticsOf(paper.id)).toEqual({ papers: [], exercises: [] })
    for (const [user, id] of sat.slice(0, 4)) {
      await finish(user, id, 7, 1)
      await Promise.all([finish(user, id, 7, 2), finish(user, id, 7, 2)])
    }
    const four = { papers: [{ students: 4, marked: 4 }], exercises: [] }
    expect(await statisticsOf(paper.id)).toMatchObject(four)
    const [last, id] = sat[4] as [User, unknown]
    await update(last, id, { finished: true })
    const unmarked = { papers: [{ students: 5, marked: 4 }], exercises: [] }
    expect(await statisticsOf(paper.id)).toMatchObject(unmarked)
    await finish(last, id, 3.5, 2)
    const title = `Bac SM ${paper.year} - Session Normale`
    expect(await statisticsOf(paper.id)).toMatchObject({
      papers: [{ title, students: 5, marked: 5 }],
      exercises: [
        { number: 2, exercise: 'Noyaux', points: 13, marks: 5, share: 0.154 },
        { number: 1, exercise: 'Ondes', points: 7, marks: 5, share: 0.9 },
      ],
    })
    // Another device sends the mark of one exercise only.
    await update(last, id, { marks: [{ exercise: 1, earned: 7 }] })
    expect((await statisticsOf(paper.id)).exercises).toMatchObject([{ marks: 5 }, { number: 1, share: 1 }])
  })
})
