import { listProgress, markDocuments } from '#shared/contract/progress.ts'
import { type MarkChange } from '#shared/domain/practice/progress.ts'
import type { User } from '#shared/entities/user.ts'
import { setClock } from '../test-support/clock.ts'
import { storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
afterEach(() => setClock(null))
afterAll(() => site.stop())

const ondes1 = { track: 'science-math', theme: 'ondes', chapter: '1' }

const put = (user: User, marks: unknown, params: Record<string, string> = ondes1) =>
  site.call(markDocuments, { ...site.as(user), params, body: { marks } })
const reviewed = { since: '2026-03-01', seen: null }
const listMarks = async (user: User, query: { track?: string } = { track: 'SM' }) =>
  (await site.call(listProgress, { ...site.as(user), query })).json.items

const many = (count: number, mark: MarkChange['mark'] = 'done', from = 0): MarkChange[] =>
  Array.from({ length: count }, (_, index) => ({ id: `document-${from + index}`, mark }))

test('sets, lists, changes and removes marks', async () => {
  setClock(new Date('2026-03-01T10:00:00.000Z'))
  const user = await storeUser(site.store.table)
  expect(await listMarks(user)).toEqual([])
  const [first, second] = [
    { id: 'r-1', mark: 'done' },
    { id: 'r-2', mark: 'review' },
  ]
  const marked = await put(user, [first, second])
  expect(marked).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    json: { track: 'SM', theme: 'ondes', chapter: 1, marks: [first, { ...second, ...reviewed }] },
  })
  expect(await listMarks(user)).toEqual([marked.json])

  setClock(new Date('2026-03-04T10:00:00.000Z'))
  const seen = await put(user, [{ id: 'r-2', mark: 'seen' }])
  expect(seen.json.marks).toMatchObject([{}, { id: 'r-2', mark: 'review', seen: '2026-03-04' }])
  const changed = await put(user, [
    { id: 'r-1', mark: null },
    { id: 'r-2', mark: 'done' },
  ])
  expect(changed.json.marks).toEqual([{ id: 'r-2', mark: 'done' }])
  expect(await listMarks(user)).toEqual([changed.json])
})

test.each([
  { marks: [], path: 'marks' },
  { marks: many(101), path: 'marks' },
  { marks: [{ id: 'r-1', mark: 'later' }], path: 'marks.0.mark' },
  { marks: [{ id: 'r 1', mark: 'done' }], path: 'marks.0.id' },
])('refuses $marks at $path', async ({ marks, path }) => {
  const user = await storeUser(site.store.table)
  expect(await put(user, marks)).toMatchObject({ status: 400, json: { errors: [{ path }] } })
})
