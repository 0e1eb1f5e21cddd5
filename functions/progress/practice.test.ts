import { createHash } from 'node:crypto'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { needsEmulator } from '#scripts/local/test-support/needs-emulator.ts'
import { subjectDocumentId, subjectId } from '#shared/catalogue/subjects.ts'
import { getPersonalData } from '#shared/contract/account.ts'
import { getPracticeStatistics } from '#shared/contract/admin/practice.ts'
import { getTicket } from '#shared/contract/files.ts'
import { listPractice, markPaper, startMockExam, updateMockExam } from '#shared/contract/practice.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { sampleExercise } from '#shared/entities/samples.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import { countedPaperKey } from '../data/keys.ts'
import { createMockExams } from '../data/mock-exams.ts'
import { createResources } from '../data/resources.ts'
import { createSubjects } from '../data/subjects.ts'
import { createUsers } from '../data/users.ts'
import { systemClock } from '../http/clock.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture, subjectDocumentFixture, subjectFixture } from '../test-support/content.ts'
import { leaseFixture, PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

const START = new Date('2026-03-01T08:00:00.000Z')
const later = (minutes: number) => new Date(START.getTime() + minutes * 60_000)
/** The lease is live at each time that a test sets. */
const lease = () => leaseFixture(new Date('2099-01-01T00:00:00.000Z'))

const chapters = {
  ondes: [{ theme: 'ondes', chapter: 1 }],
  nucleaire: [{ theme: 'nucleaire', chapter: 1 }],
} as const
const exercises = [
  { ...sampleExercise, number: 1, title: 'Ondes', points: 7, chapters: [...chapters.ondes] },
  { ...sampleExercise, number: 2, title: 'Noyaux', points: 13, chapters: [...chapters.nucleaire] },
]
let site: Site
let year = 2008
beforeAll(async () => {
  site = await startSite()
})
beforeEach(() => setClock(START))
afterEach(() => setClock(null))
afterAll(() => site.stop())

/** Stores a paper of a year of its own, with correction and video. */
async function storePaper(changes: Partial<Subject> = {}): Promise<Subject & { id: string }> {
  const subject = subjectFixture({
    year: String((year += 1)),
    exercises,
    correction: subjectDocumentFixture(),
    video: subjectDocumentFixture(),
    ...changes,
  })
  await createSubjects(site.store.table).putAll([subject])
  return { ...subject, id: subjectId(subject) }
}
const student = (changes: Partial<User> = {}) =>
  storeUser(site.store.table, { isPremium: true, lease: lease(), ...changes })
const start = (user: User, id: string) =>
  site.call(startMockExam, { ...site.as(user), body: { subjectId: id } })
const update = (user: User, id: unknown, body: object) =>
  site.call(updateMockExam, {
    ...site.as(user),
    params: { id: String(id) },
    body: { marks: [], finished: false, ...body },
  })
const mark = (user: User, id: string, earned: number | null) =>
  site.call(markPaper, {
    ...site.as(user),
    params: { id },
    body: { exercises: [{ exercise: 1, at: systemClock.now().toISOString(), earned }] },
  })
const list = async (user: User) => (await site.call(listPractice, site.as(user))).json
const ticket = async (user: User, id: string, disposition = 'inline') => {
  const { status, json } = await site.call(getTicket, {
    ...site.as(user),
    params: { id },
    query: { disposition },
  })
  return json.code ?? status
}
const valueOf = (cookies: readonly string[]) =>
  /^__Host-lecteur=([\w-]{43}); /.exec(cookies.join())?.[1] ?? ''
const marks = (first: number, second: number) => [
  { exercise: 1, earned: first },
  { exercise: 2, earned: second },
]
const share = (earned: number, possible: number) => Math.round((earned / possible) * 1000) / 1000
async function statisticsOf(paper: string) {
  const owner =
    (await createUsers(site.store.table).findByEmail(PRIMARY_OWNER)) ??
    (await student({ email: PRIMARY_OWNER, isAdmin: true }))
  const { json } = await site.call(getPracticeStatistics, site.as(owner))
  const of = <Row>(rows: unknown) =>
    (rows as (Row & { subjectId: string })[]).filter(({ subjectId: id }) => id === paper)
  return { papers: of(json.papers), exercises: of(json.exercises) }
}

describe('the correction of a free paper, for a free account', () => {
  const correctionOf = (id: string) => `${id}-correction`
  const sits = async (isFree = true) => {
    const [user, paper] = [await student({ isPremium: false }), await storePaper({ isFree })]
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
    await createSubjects(site.store.table).putAll([{ ...other, year: id.split('-')[2] ?? '', isFree: false }])
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

  test('stays open, and counts the examination, when the next paper is begun with no call since the end', async () => {
    const { user, id, exam } = await sits()
    setClock(later(240))
    const other = await storePaper({ isFree: true })
    expect((await start(user, other.id)).status).toBe(201)
    expect(await ticket(user, correctionOf(id))).toBe(200)
    expect(await statisticsOf(id)).toMatchObject({ papers: [{ students: 1 }] })
    expect((await update(user, exam, { marks: marks(3, 5) })).status).toBe(200)
  })

  test('stays closed to an account that has marked an exercise by itself', async () => {
    const { user, id, exam } = await sits()
    const other = await student({ isPremium: false })
    for (const reader of [user, other]) {
      expect((await mark(reader, id, 1)).status).toBe(200)
      expect(await ticket(reader, correctionOf(id))).toBe('PREMIUM_REQUIRED')
    }
    await update(user, exam, { finished: true })
    expect(await ticket(user, correctionOf(id))).toBe(200)
    expect(await ticket(other, correctionOf(id))).toBe('PREMIUM_REQUIRED')
  })

  test('costs a read more only where it depends on an examination', async () => {
    const { user, id, exam } = await sits()
    const cost = async (of: User) => {
      site.store.operations.clear()
      await ticket(of, correctionOf(id))
      return site.store.operations.list()
    }
    setClock(later(30))
    await update(user, exam, { finished: true })
    expect(await cost(user)).toEqual(['BatchGetItem', 'GetItem', 'UpdateItem', 'UpdateItem'])
    expect(await cost(await student())).toEqual(['BatchGetItem', 'UpdateItem', 'UpdateItem'])
  })
})

test('sits a paper from its start to its score', async () => {
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
      exercises: [
        { number: 1, points: 7 },
        { number: 2, points: 13 },
      ],
    },
  })
  setClock(later(90))
  const ended = await update(user, begun.json.id, { finished: true })
  expect(ended).toMatchObject({
    status: 200,
    json: { finishedAt: later(90).toISOString(), minutes: 90, score: null },
  })
  setClock(later(100))
  const marked = await update(user, begun.json.id, {
    marks: marks(5.25, 3),
    finished: true,
    note: 'Revoir la célérité',
  })
  expect(marked.json).toMatchObject({
    score: 8.25,
    marks: marks(5.25, 3),
    note: 'Revoir la célérité',
    minutes: 90,
  })
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

test('keeps counted results when the paper is changed or deleted', async () => {
  const [user, paper] = [await student(), await storePaper()]
  const { json } = await start(user, paper.id)
  await createSubjects(site.store.table).putAll([{ ...paper, exercises: [] }])
  const marked = await update(user, json.id, { marks: marks(7, 13), finished: true })
  expect(marked.json).toMatchObject({ score: 20, exercises: [{ title: 'Ondes' }, { title: 'Noyaux' }] })
})

test.each([
  { who: 'a free account', user: { isPremium: false }, isFree: false, answer: 'PREMIUM_REQUIRED' },
  { who: 'a free account', user: { isPremium: false }, isFree: true, answer: 201 },
  {
    who: 'Premium that has ended',
    user: { premiumUntil: '2026-02-28' },
    isFree: false,
    answer: 'PREMIUM_REQUIRED',
  },
  { who: 'an admin', user: { isPremium: false, isAdmin: true }, isFree: false, answer: 201 },
])('answers $who that begins a paper (free: $isFree) with $answer', async ({ user, isFree, answer }) => {
  const { status, json } = await start(await student(user), (await storePaper({ isFree })).id)
  expect(json.code ?? status).toBe(answer)
})

test.each(['bac-SM-1999-Normale', 'bac-SM-2024-Normale-correction', 'sample-resource'])(
  'knows no paper %s, and tells a free account nothing of it',
  async (id) => {
    expect((await start(await student(), id)).json.code).toBe('NOT_FOUND')
    expect((await start(await student({ isPremium: false }), id)).json.code).toBe('PREMIUM_REQUIRED')
  },
)

describe('one examination at a time', () => {
  test('50 starts at once begin one, which each of them returns', async () => {
    const [user, paper] = [await student(), await storePaper()]
    const answers = await Promise.all(Array.from({ length: 50 }, () => start(user, paper.id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
    setClock(later(60))
    expect((await start(user, paper.id)).json).toMatchObject({
      id: answers[0]?.json.id,
      now: later(60).toISOString(),
    })
    expect((await list(user)).items).toHaveLength(1)
  })

  test('another paper is refused until it has ended, early or by time', async () => {
    const [user, first, second, third] = [
      await student(),
      await storePaper(),
      await storePaper(),
      await storePaper(),
    ]
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

describe('a call for another account, too early or invalid', () => {
  test('does not find or change an examination of another student', async () => {
    const [user, other, paper] = [await student(), await student(), await storePaper()]
    const { json } = await start(user, paper.id)
    expect(await update(other, json.id, { finished: true, note: 'x' })).toMatchObject({ status: 404 })
    expect((await list(user)).items).toMatchObject([{ finishedAt: null, note: '' }])
    expect((await list(other)).items).toEqual([])
  })

  test('sets marks after the end only, and a note at any time', async () => {
    const [user, paper] = [await student(), await storePaper()]
    const { json } = await start(user, paper.id)
    setClock(later(239))
    expect(await update(user, json.id, { marks: marks(7, 13) })).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT', detail: "Les notes se donnent à la fin de l'examen blanc." },
    })
    expect((await update(user, json.id, { note: 'Relire' })).json).toMatchObject({
      note: 'Relire',
      finishedAt: null,
    })
    setClock(later(240))
    expect((await update(user, json.id, { marks: marks(7, 13) })).json).toMatchObject({
      score: 20,
      note: 'Relire',
    })
  })

  test('is refused with a mark that its exercise cannot have, and cannot set times', async () => {
    const [user, paper] = [await student(), await storePaper()]
    const { json } = await start(user, paper.id)
    const { status, json: problem } = await update(user, json.id, {
      marks: [{ exercise: 1, earned: 7.25 }],
      finished: true,
    })
    expect({ status, code: problem.code }).toEqual({ status: 400, code: 'INVALID_REQUEST' })
    expect(problem.errors).toMatchObject([
      { message: "Chaque note va de 0 aux points de l'exercice, par quart de point" },
    ])
    const times = {
      startedAt: '2020-01-01T00:00:00Z',
      endsAt: '2099-01-01T00:00:00Z',
      finishedAt: '2020-01-01T00:00:00Z',
    }
    await update(user, json.id, times)
    expect((await list(user)).items).toMatchObject([
      { startedAt: START.toISOString(), endsAt: later(240).toISOString(), finishedAt: null, marks: [] },
    ])
  })
})

describe('the correction', () => {
  test('is closed with its video and copies while the paper is being sat, to this account only', async () => {
    const [user, other, paper, another] = [
      await student(),
      await student(),
      await storePaper(),
      await storePaper(),
    ]
    const correction = subjectDocumentId(paper, 'correction')
    const video = subjectDocumentId(paper, 'video')
    expect(await ticket(user, correction)).toBe(200)
    const { json } = await start(user, paper.id)
    for (const id of [correction, video])
      for (const disposition of ['inline', 'attachment'])
        expect([id, disposition, await ticket(user, id, disposition)]).toEqual([
          id,
          disposition,
          'MOCK_EXAM_RUNNING',
        ])
    expect(await ticket(user, paper.id)).toBe(200)
    expect(await ticket(user, subjectDocumentId(another, 'correction'))).toBe(200)
    expect(await ticket(other, correction)).toBe(200)
    await update(user, json.id, { finished: true })
    expect(await ticket(user, correction)).toBe(200)
  })

  test('in the resources of chapters is closed with it, free or not', async () => {
    const [user, paper] = [await student(), await storePaper()]
    const { track, year: sat, session } = paper
    const of = (changes: Partial<Resource>) =>
      resourceFixture({ track, year: sat, session, resourceType: 'correction', ...changes })
    const closed = [of({}), of({ isFree: true }), of({ type: 'video' })]
    const open = [of({ resourceType: 'exercise' }), of({ year: '2007' })]
    await createResources(site.store.table).putAll([...closed, ...open])
    const tickets = (resources: Resource[]) => Promise.all(resources.map(({ id }) => ticket(user, id)))
    expect(await tickets([...closed, ...open])).toEqual([200, 200, 200, 200, 200])
    const { json } = await start(user, paper.id)
    expect(await tickets(closed)).toEqual(closed.map(() => 'MOCK_EXAM_RUNNING'))
    expect(await tickets(open)).toEqual([200, 200])
    await update(user, json.id, { finished: true })
    expect(await tickets(closed)).toEqual([200, 200, 200])
  })

  test('cannot be reached by a link from before the start', async () => {
    const [user, paper] = [await student(), await storePaper()]
    const ask = async (id: string) => {
      const { json, cookies } = await site.call(getTicket, { ...site.as(user), params: { id } })
      return { bound: new URL(String(json.url)).searchParams.get('lecteur'), cookie: valueOf(cookies) }
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

describe('statistics', () => {
  test('count an examination once despite repetitions and corrections, and show averages from five students on', async () => {
    const paper = await storePaper()
    const sat: [User, unknown][] = []
    for (let count = 0; count < 5; count += 1) {
      const user = await student()
      sat.push([user, (await start(user, paper.id)).json.id])
    }
    expect(await statisticsOf(paper.id)).toEqual({ papers: [], exercises: [] })
    for (const [user, id] of sat.slice(0, 4)) {
      await update(user, id, { marks: marks(7, 1), finished: true })
      await Promise.all(
        Array.from({ length: 2 }, () => update(user, id, { marks: marks(7, 2), finished: true })),
      )
      await update(user, id, { note: 'Relire' })
    }
    expect(await statisticsOf(paper.id)).toMatchObject({
      papers: [{ students: 4, marked: 4 }],
      exercises: [],
    })
    const [last, id] = sat[4] as [User, unknown]
    await update(last, id, { finished: true })
    expect(await statisticsOf(paper.id)).toMatchObject({
      papers: [{ students: 5, marked: 4 }],
      exercises: [],
    })
    await update(last, id, { marks: marks(3.5, 2), finished: true })
    expect(await statisticsOf(paper.id)).toEqual({
      papers: [
        expect.objectContaining({ title: `Bac SM ${paper.year} - Session Normale`, students: 5, marked: 5 }),
      ],
      exercises: [
        expect.objectContaining({ number: 2, exercise: 'Noyaux', points: 13, marks: 5, share: 0.154 }),
        expect.objectContaining({ number: 1, exercise: 'Ondes', points: 7, marks: 5, share: 0.9 }),
      ],
    })
    // A mark that is removed is counted out.
    await update(last, id, { marks: [{ exercise: 1, earned: 3.5 }] })
    expect((await statisticsOf(paper.id)).exercises).toMatchObject([{ number: 1, marks: 5 }])
  })

  test('count each student once, also for 50 ends at once', async () => {
    const paper = await storePaper()
    const pupils = await Promise.all(Array.from({ length: 12 }, () => student()))
    const begun = await Promise.all(pupils.map((user) => start(user, paper.id)))
    const [one, own] = [pupils[0] as User, begun[0]?.json.id]
    const repeated = await Promise.all(
      Array.from({ length: 50 }, () => update(one, own, { marks: marks(1, 1), finished: true })),
    )
    expect(new Set(repeated.map(({ status }) => status))).toEqual(new Set([200]))
    const classAnswers = await Promise.all(
      pupils.map((user, index) =>
        update(user, begun[index]?.json.id, { marks: marks(1, 1), finished: true }),
      ),
    )
    expect(new Set(classAnswers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await statisticsOf(paper.id)).toMatchObject({
      papers: [{ students: 12, marked: 12 }],
      exercises: [
        { number: 2, marks: 12 },
        { number: 1, marks: 12 },
      ],
    })
  })

  test('count a student who sits a paper several times once, by the newest marks', async () => {
    const [user, other, paper] = [await student(), await student(), await storePaper()]
    const ids: unknown[] = []
    for (let count = 0; count < 6; count += 1) {
      setClock(later(count))
      ids.push((await start(user, paper.id)).json.id)
      expect((await update(user, ids[count], { marks: marks(count, count), finished: true })).status).toBe(
        200,
      )
    }
    const { json } = await start(other, paper.id)
    await update(other, json.id, { marks: marks(7, 13), finished: true })
    expect(await statisticsOf(paper.id)).toMatchObject({
      papers: [{ students: 2, marked: 2 }],
      exercises: [],
    })
    // The marks of two other examinations are sent at the same time.
    const answers = await Promise.all(
      [3, 4, 5].map((at) => update(user, ids[at], { marks: marks(at + 1, at + 1) })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    for (let count = 0; count < 3; count += 1) {
      const one = await student()
      await update(one, (await start(one, paper.id)).json.id, { marks: marks(7, 13), finished: true })
    }
    expect(await statisticsOf(paper.id)).toMatchObject({
      papers: [{ students: 5, marked: 5 }],
      exercises: [
        { number: 2, marks: 5, share: share(4 * 13 + 6, 5 * 13) },
        { number: 1, marks: 5, share: share(4 * 7 + 6, 5 * 7) },
      ],
    })
  })

  test('count an examination once that version 1.0 has counted', async () => {
    const [user, paper] = [await student(), await storePaper()]
    const { json } = await start(user, paper.id)
    await update(user, json.id, { marks: marks(1, 1), finished: true })
    await site.store.table.client.send(
      new DeleteCommand({ TableName: site.store.table.name, Key: countedPaperKey(user.id, paper.id) }),
    )
    await update(user, json.id, { marks: marks(2, 2) })
    expect(await statisticsOf(paper.id)).toMatchObject({ papers: [{ students: 1, marked: 1 }] })
  })

  test('count a student who sits a paper and marks an exercise by itself once, by the newest mark', async () => {
    const paper = await storePaper()
    const pupils = await Promise.all(Array.from({ length: 5 }, () => student()))
    const [first, ...others] = pupils as [User, ...User[]]
    const { json } = await start(first, paper.id)
    await update(first, json.id, { marks: marks(0, 13), finished: true })
    // A class marks at once, each twice.
    const answers = await Promise.all([...others, ...others].map((user) => mark(user, paper.id, 3.5)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await statisticsOf(paper.id)).toMatchObject({
      papers: [{ students: 1, marked: 1 }],
      exercises: [{ number: 1, marks: 5, share: share(4 * 3.5, 5 * 7) }],
    })
    setClock(later(1))
    await mark(first, paper.id, 7)
    // The examination's marks come after it, and are older.
    await update(first, json.id, { marks: marks(0, 12), finished: true })
    expect((await statisticsOf(paper.id)).exercises).toMatchObject([
      { number: 1, marks: 5, share: share(4 * 3.5 + 7, 5 * 7) },
    ])
    expect((await site.call(getPersonalData, site.as(first))).json.other).toMatchObject([
      {
        subjectId: paper.id,
        marks: [
          { exercise: 1, earned: 7 },
          { exercise: 2, earned: 12 },
        ],
      },
    ])
    setClock(later(2))
    await mark(first, paper.id, null)
    expect((await statisticsOf(paper.id)).exercises).toEqual([])
  })

  test('leave out admins', async () => {
    const [admin, paper] = [await student({ isAdmin: true }), await storePaper()]
    const { json } = await start(admin, paper.id)
    expect((await update(admin, json.id, { marks: marks(1, 1), finished: true })).status).toBe(200)
    expect(await statisticsOf(paper.id)).toEqual({ papers: [], exercises: [] })
  })
})

test("a student's thousandth examination costs as much as the tenth, also with many students", async (context) => {
  needsEmulator(context, 'DynamoDB Local counts other units of a transaction.')
  const [user, paper] = [await student(), await storePaper()]
  const { json } = await start(user, paper.id)
  const [sat] = await createMockExams(site.store.table).listNewest(user.id, 1)
  await update(user, json.id, { finished: true })
  const costs = async (call: () => Promise<unknown>) => {
    site.store.operations.clear()
    await call()
    return { operations: site.store.operations.list(), ...site.store.units() }
  }
  const measure = async (minute: number) => {
    setClock(later(minute))
    let id: unknown
    return {
      list: await costs(() => list(user)),
      start: await costs(async () => (id = (await start(user, paper.id)).json.id)),
      repeat: await costs(() => start(user, paper.id)),
      end: await costs(() => update(user, id, { marks: marks(minute, 13), finished: true })),
    }
  }
  const earlier = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...(sat as NonNullable<typeof sat>),
      id: `2025-${String(index).padStart(4, '0')}`,
    }))
  await createMockExams(site.store.table).putAll(user.id, earlier(60))
  const few = await measure(1)
  await createMockExams(site.store.table).putAll(user.id, earlier(1_000))
  const many = await measure(2)
  expect(many).toEqual(few)
})
