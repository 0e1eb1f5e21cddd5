import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { MarkedExercise } from '#shared/contract/admin/overview.ts'
import { routes } from '#shared/contract/routes.ts'
import { sampleExercise, sampleManagedExercise } from '#shared/entities/samples.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import { practicedPaperKey, userKey } from '../data/keys.ts'
import { update } from '../data/table/write.ts'
import { createAdministration } from '../test-support/administration.ts'
import { setClock } from '../test-support/clock.ts'
import { subjectFixture } from '../test-support/content.ts'
import { leaseFixture, storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

const NOW = new Date('2026-03-01T08:00:00.000Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString()

const exercises = [
  { ...sampleManagedExercise, number: 1, points: 7 },
  { ...sampleExercise, number: 2, points: 13 },
]
let year = 2008
const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
beforeEach(() => setClock(NOW))
afterEach(() => setClock(null))
afterAll(() => site.stop())

async function storePaper(changes: Partial<Subject> = {}): Promise<string> {
  const subject = subjectFixture({ year: String((year += 1)), exercises, ...changes })
  await site.stores.subjects.putAll([subject])
  return subjectId(subject)
}
const student = (changes: Partial<User> = {}) =>
  storeUser(site.store.table, {
    isPremium: true,
    lease: leaseFixture(new Date('2099-01-01T00:00:00.000Z')),
    ...changes,
  })
const mark = (user: User, id: string, body: object) =>
  site.call(routes.markPaper, { ...site.as(user), params: { id }, body: { exercises: [], ...body } })
const list = async (user: User) => (await site.call(routes.listPractice, site.as(user))).json
async function help(user: User, id: string) {
  const { status, json } = await site.call(routes.getExerciseHelp, { ...site.as(user), params: { id } })
  return json.code ?? { status, items: json.items }
}
async function stored({ id }: User, paper: string) {
  const { client, name } = site.store.table
  const Key = practicedPaperKey(id, paper)
  return (await client.send(new GetCommand({ TableName: name, Key, ConsistentRead: true }))).Item
}

describe("the owner's statistics", () => {
  const exercisesOf = async (paper: string) => {
    const { json } = await admin.asOwner(routes.getPracticeStatistics)
    return (json['exercises'] as MarkedExercise[]).filter(({ subjectId: id }) => id === paper)
  }
  const change = (earned: number | null, hour = 1) => ({ exercise: 2, at: at(hour * 60 - 1_440), earned })

  test('count each student once by the newest mark, with hints and wrong answers, from five students on', async () => {
    const paper = await storePaper()
    const createdAt = at(-7 * 24 * 60)
    const enrol = () => student({ isPremium: false, createdAt })
    const students = await Promise.all(Array.from({ length: 5 }, enrol))
    const [first, second] = students as [User, User]
    // A free account in its first seven days does not count.
    const throwAway = await student({ isPremium: false, createdAt: at(1 - 7 * 24 * 60) })
    await mark(throwAway, paper, { exercises: [{ ...change(0), hints: 3, isWrong: true }] })
    for (const user of students) {
      expect(await exercisesOf(paper)).toEqual([])
      await mark(user, paper, { exercises: [change(2.5)] })
    }
    const used = [
      { exercise: 2, at: at(-9), hints: 3 },
      { exercise: 2, at: at(-8), isWrong: true },
    ]
    // No student is counted twice for the same help or mark.
    for (const user of [first, first, second]) await mark(user, paper, { exercises: [used[0]] })
    await mark(first, paper, { exercises: used })
    await mark(first, paper, { exercises: [change(13, 2)] })
    await mark(first, paper, { exercises: [change(0, 1), change(13, 2)] })
    const share = Math.round(((4 * 2.5 + 13) / 65) * 1000) / 1000
    const shown = { number: 2, points: 13, marks: 5, share, hints: 2, wrong: 1 }
    expect(await exercisesOf(paper)).toMatchObject([shown])
    await mark(second, paper, { exercises: [change(null, 3)] })
    expect(await exercisesOf(paper)).toEqual([])
  })

  test('leave out admins, also one who was a student', async () => {
    const paper = await storePaper()
    const users = await Promise.all(Array.from({ length: 5 }, () => student()))
    for (const user of users) await mark(user, paper, { exercises: [change(13)] })
    await mark(await student({ isAdmin: true }), paper, { exercises: [change(0)] })
    expect(await exercisesOf(paper)).toMatchObject([{ marks: 5, share: 1 }])
    const [first] = users as [User]
    await update(site.store.table, userKey(first.id), { set: { isAdmin: true } })
    await mark(first, paper, { exercises: [change(12, 2)] })
    expect(await exercisesOf(paper)).toEqual([])
  })
})

test('marks an exercise, which counts in the points by chapter and is listed for this account only', async () => {
  const [user, other, paper] = [await student({ isPremium: false }), await student(), await storePaper()]
  const change = { exercise: 1, at: at(-60), earned: 5.25, redo: true }
  const marked = await mark(user, paper, { exercises: [change], done: { isDone: true, at: at(-1) } })
  const title = `Bac SM ${year} - Session Normale`
  const marks = { earned: 5.25, earnedAt: at(-60), redo: true, redoAt: at(-60) }
  expect(marked).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    json: { subjectId: paper, title, exercises: [{ number: 1, points: 7, ...marks }] },
  })
  expect(marked.json).toMatchObject({ track: 'SM', year: String(year), isDone: true, doneAt: at(-1) })
  const { theme, chapter } = sampleExercise.chapters[0] as (typeof sampleExercise.chapters)[number]
  expect(await list(user)).toMatchObject({
    papers: [marked.json],
    byChapter: [{ theme, chapter, earned: 5.25, possible: 7 }],
  })
  expect(await list(other)).toMatchObject({ papers: [], byChapter: [] })
})

test('stores ten equal changes at once as one, what a phone three days behind takes back, and one of each exercise', async () => {
  const [user, paper] = [await student(), await storePaper()]
  const change = { exercises: [{ exercise: 2, at: at(-10), earned: 9.75 }] }
  const answers = await Promise.all(Array.from({ length: 10 }, () => mark(user, paper, change)))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(await stored(user, paper)).toMatchObject({ exercises: [{ earned: 9.75 }], version: 1 })
  await mark(user, paper, { exercises: [{ exercise: 2, at: at(-3 * 1_440), earned: null }] })
  expect(await stored(user, paper)).toMatchObject({ exercises: [{ earned: null, earnedAt: at(0) }] })
  const both = [1, 2].map((exercise) =>
    mark(user, paper, { exercises: [{ exercise, at: at(-1), earned: 1 }] }),
  )
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
  expect(await stored(user, paper)).toMatchObject({ exercises: [{ earned: 1 }, { earned: 1 }] })
})

describe('hints and answers', () => {
  const { number, hints, answer } = exercises[0] as typeof sampleManagedExercise
  const shown = { status: 200, items: [{ number, hints, answer }] }

  test.each([
    { who: 'Premium', user: {}, before: shown, during: 'MOCK_EXAM_RUNNING' },
    { who: 'free', user: { isPremium: false }, before: 'PREMIUM_REQUIRED', during: 'PREMIUM_REQUIRED' },
  ])('are closed to a $who account that sits the paper, and open after', async ({ user, before, during }) => {
    const reader = await student(user)
    const [paper, another] = [await storePaper({ isFree: true }), await storePaper({ isFree: true })]
    expect(await help(reader, paper)).toEqual(before)
    const { json } = await site.call(routes.startMockExam, { ...site.as(reader), body: { subjectId: paper } })
    expect(await help(reader, paper)).toBe(during)
    expect(await help(reader, another)).toEqual(before)
    const end = { params: { id: String(json.id) }, body: { marks: [], finished: true } }
    await site.call(routes.updateMockExam, { ...site.as(reader), ...end })
    expect(await help(reader, paper)).toEqual(shown)
    expect((await list(reader)).items).toMatchObject([{ exercises: [{ number: 1 }, { number: 2 }] }])
  })

  test('count as an opening of the correction, by the minute and by the day, and reach the watch', async () => {
    const reader = await student()
    const keys = TRACK_CODES.flatMap((track) => EXAM_SESSIONS.map((session) => ({ track, session })))
    const papers = Array.from({ length: 126 }, (_, index) =>
      subjectFixture({ ...keys[index % 6], year: String(2008 + Math.floor(index / 6)), exercises }),
    )
    const withoutHelp = subjectFixture({ year: '2029', exercises: [] })
    await site.stores.subjects.putAll([...papers, withoutHelp])
    const [first = '', ...others] = papers.map(subjectId)
    const refusedWith = async (ids: readonly string[]) => {
      const answers: unknown[] = []
      for (const id of ids) answers.push(await help(reader, id))
      return answers.filter((each) => typeof each === 'string')
    }
    expect(await refusedWith([first, first, ...others.slice(0, 59)])).toEqual(['TOO_MANY_REQUESTS'])
    setClock(new Date(at(1)))
    expect(await refusedWith(others.slice(58, 118))).toEqual([])
    setClock(new Date(at(2)))
    const rest = [...others.slice(118, 120), first, subjectId(withoutHelp)]
    expect(await refusedWith(rest)).toEqual(['DAILY_ALLOWANCE_REACHED'])
    expect((await admin.asOwner(routes.listWatched)).json.items).toMatchObject([
      { userId: reader.id, documents: 120 },
    ])
    const colleague = await student({ isAdmin: true, isPremium: false })
    expect(await help(colleague, String(others[120]))).toEqual(shown)
  })

  test('tell a free account nothing of papers that exist', async () => {
    const id = 'bac-SM-1999-Normale'
    expect(await help(await student(), id)).toBe('NOT_FOUND')
    expect(await help(await student({ isPremium: false }), id)).toBe('PREMIUM_REQUIRED')
  })
})
