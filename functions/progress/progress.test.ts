import { randomUUID } from 'node:crypto'
import { listProgress, markDocuments } from '#shared/contract/progress.ts'
import { MARKS, type MarkChange } from '#shared/domain/practice/progress.ts'
import type { User } from '#shared/entities/user.ts'
import { setClock } from '../test-support/clock.ts'
import { storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterEach(() => {
  site.store.failWith(() => undefined)
  setClock(null)
})
afterAll(() => site.stop())

const ondes1 = { track: 'science-math', theme: 'ondes', chapter: '1' }

const put = (user: User, marks: unknown, params: Record<string, string> = ondes1) =>
  site.call(markDocuments, { ...site.as(user), params, body: { marks } })
const ON_FIRST_OF_MARCH = new Date('2026-03-01T10:00:00.000Z')
const reviewed = { since: '2026-03-01', seen: null }
const list = async (user: User, query: { track?: string } = { track: 'SM' }) =>
  (await site.call(listProgress, { ...site.as(user), query })).json.items

const many = (count: number, mark: MarkChange['mark'] = 'done', from = 0): MarkChange[] =>
  Array.from({ length: count }, (_, index) => ({ id: `document-${from + index}`, mark }))

test('sets, lists, changes and removes marks', async () => {
  setClock(ON_FIRST_OF_MARCH)
  const user = await storeUser(site.store.table)
  expect(await list(user)).toEqual([])
  const marked = await put(user, [
    { id: 'r-1', mark: 'done' },
    { id: 'r-2', mark: 'review' },
  ])
  expect(marked).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    json: {
      track: 'SM',
      theme: 'ondes',
      chapter: 1,
      marks: [
        { id: 'r-1', mark: 'done' },
        { id: 'r-2', mark: 'review', ...reviewed },
      ],
    },
  })
  expect(await list(user)).toEqual([marked.json])

  const changed = await put(user, [
    { id: 'r-1', mark: null },
    { id: 'r-2', mark: 'done' },
  ])
  expect(changed.json.marks).toEqual([{ id: 'r-2', mark: 'done' }])
  expect(await list(user)).toEqual([changed.json])
})

test('keeps the day of a document to review, and the last one on which it was looked at', async () => {
  setClock(ON_FIRST_OF_MARCH)
  const user = await storeUser(site.store.table)
  await put(user, many(2, 'review'))
  setClock(new Date('2026-03-04T10:00:00.000Z'))
  const seen = await put(user, [...many(1, 'seen'), { id: 'other', mark: 'seen' }])
  expect(seen.json.marks).toEqual([
    { id: 'document-0', mark: 'review', since: '2026-03-01', seen: '2026-03-04' },
    { id: 'document-1', mark: 'review', ...reviewed },
  ])
  expect((await put(user, many(1, 'review'))).json).toEqual(seen.json)
})

test('lists only chapters that have marks, of one track or of all', async () => {
  const user = await storeUser(site.store.table)
  const other = await storeUser(site.store.table)
  const chapters = [
    { track: 'science-math', theme: 'mecanique', chapter: '9' },
    { track: 'science-math', theme: 'electricite', chapter: '4' },
    { track: 'svt', theme: 'mecanique', chapter: '2' },
    ondes1,
  ]
  for (const params of chapters) await put(user, many(1), params)
  await put(user, many(1, null))
  await put(other, many(1))
  const places = async (of: User, track?: string) =>
    (
      (await list(of, { ...(track && { track }) })) as { track: string; theme: string; chapter: number }[]
    ).map((each) => `${each.track} ${each.theme} ${each.chapter}`)
  expect(await places(user, 'SM')).toEqual(['SM electricite 4', 'SM mecanique 9'])
  expect(await places(user, 'SVT')).toEqual(['SVT mecanique 2'])
  expect(await places(user, 'PC')).toEqual([])
  expect(await places(user)).toEqual(['SM electricite 4', 'SM mecanique 9', 'SVT mecanique 2'])
  expect(await places(other, 'SM')).toEqual(['SM ondes 1'])
})

test.each([
  { track: 'science-physique', theme: 'ondes', chapter: '4' },
  { track: 'svt', theme: 'electrolyse', chapter: '1' },
])('answers 404 for a chapter that the track does not teach: %p', async (params) => {
  const user = await storeUser(site.store.table)
  expect(await put(user, many(1), params)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
})

const COUNT = 'Une demande doit marquer de 1 à 100 documents'
test.each([
  { marks: undefined, errors: [{ path: 'marks', message: 'Ce champ est obligatoire' }] },
  { marks: [], errors: [{ path: 'marks', message: COUNT }] },
  { marks: many(101), errors: [{ path: 'marks', message: COUNT }] },
  { marks: 'all', errors: [{ path: 'marks', message: COUNT }] },
  {
    marks: [{ id: 'r-1', mark: 'later' }],
    errors: [{ path: 'marks.0.mark', message: 'Cette valeur ne fait pas partie des choix possibles' }],
  },
  {
    marks: [{ id: 'r 1', mark: 'done' }],
    errors: [{ path: 'marks.0.id', message: "L'identifiant n'est pas valide" }],
  },
])('answers what is wrong with $marks in French', async ({ marks, errors }) => {
  const user = await storeUser(site.store.table)
  expect(await put(user, marks)).toMatchObject({ status: 400, json: { code: 'INVALID_REQUEST', errors } })
})

test('refuses further marks in a full chapter, and keeps the stored ones', async () => {
  const user = await storeUser(site.store.table)
  for (const from of [0, 100]) expect((await put(user, many(100, 'review', from))).status).toBe(200)
  const message = 'Un chapitre peut garder 200 documents marqués au plus'
  expect(await put(user, many(1, 'done', 200))).toMatchObject({
    status: 400,
    json: { code: 'INVALID_REQUEST', detail: message, errors: [{ path: 'marks', message }] },
  })
  expect((await put(user, many(100, 'done', 100))).json.marks).toHaveLength(200)
})

test('keeps marks of documents with any id', async () => {
  setClock(ON_FIRST_OF_MARCH)
  const user = await storeUser(site.store.table)
  const marks = ['_', '-1', '0', 'a'.repeat(64)].map((id, index) => {
    const mark = MARKS[index % 2]
    return { id, mark, ...(mark === 'review' && reviewed) }
  })
  const { json } = await put(user, marks)
  expect(new Set(json.marks as object[])).toEqual(new Set(marks))
  expect(await list(user)).toMatchObject([{ marks: expect.arrayContaining(marks) }])
})

describe('concurrent requests', () => {
  test('have one effect when they are the same', async () => {
    const user = await storeUser(site.store.table)
    const changes = [...many(3), { id: 'gone', mark: null }]
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(user, changes)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await list(user)).toEqual([{ track: 'SM', theme: 'ondes', chapter: 1, marks: many(3) }])
  })

  test('for different documents are either stored or answered CONFLICT', async () => {
    const user = await storeUser(site.store.table)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => put(user, many(1, 'done', index))),
    )
    const outcomes = answers.map(({ status, json }) => (status === 200 ? 'good' : json.code))
    expect(outcomes).toContain('good')
    expect(new Set([...outcomes, 'good', 'CONFLICT'])).toEqual(new Set(['good', 'CONFLICT']))
    const good = many(20).filter((_, index) => outcomes[index] === 'good')
    const [{ marks }] = (await list(user)) as [{ marks: object[] }]
    expect(new Set(marks)).toEqual(new Set(good))
  })
})

test.each(['GetItem', 'Query', 'UpdateItem'])(
  'answers no success while the table fails at %s',
  async (broken) => {
    const user = await storeUser(site.store.table)
    site.store.failWith((operation) =>
      operation === broken ? { status: 500, type: 'InternalServerError' } : undefined,
    )
    const [read, written] = [
      await site.call(listProgress, { ...site.as(user), query: { track: 'SM' } }),
      await put(user, many(1)),
    ]
    expect(read.status).toBe(broken === 'UpdateItem' ? 200 : 503)
    expect(written.status).toBe(broken === 'Query' ? 200 : 503)
  },
)

test('marks nothing with the session of another account', async () => {
  const user = await storeUser(site.store.table)
  const call = { ...site.as(user), sessionId: randomUUID(), params: ondes1, body: { marks: many(1) } }
  expect((await site.call(markDocuments, call)).json.code).toBe('SESSION_INACTIVE')
  expect(await list(user)).toEqual([])
})

test('answers 429 for the 121st change within a minute, by account', async () => {
  const user = await storeUser(site.store.table)
  const other = await storeUser(site.store.table)
  setClock(new Date())
  const answers = []
  for (let count = 0; count < 120; count += 20)
    answers.push(...(await Promise.all(Array.from({ length: 20 }, () => put(user, many(1))))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await put(user, many(1))).json.code).toBe('TOO_MANY_REQUESTS')
  expect((await put(other, many(1))).status).toBe(200)
})

test('costs the guard and a query to list; the guard, two counts, a read and a write to mark', async () => {
  const user = await storeUser(site.store.table)
  const costs = async (call: () => Promise<unknown>) => {
    site.store.operations.clear()
    await call()
    return { ...site.store.units(), operations: site.store.operations.list() }
  }
  const counted = ['GetItem', 'UpdateItem', 'UpdateItem', 'GetItem']
  const changed = { operations: [...counted, 'UpdateItem'], read: 2, write: 3 }
  expect(await costs(() => put(user, many(1)))).toEqual(changed)
  expect(await costs(() => put(user, many(1, 'review')))).toEqual(changed)
  // The same again is read and not written.
  expect(await costs(() => put(user, many(1, 'review')))).toEqual({ operations: counted, read: 2, write: 2 })
  expect(await costs(() => list(user))).toEqual({ operations: ['GetItem', 'Query'], read: 1.5, write: 0 })
})
