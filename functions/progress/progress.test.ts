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
const list = async (user: User, query: { track?: string } = { track: 'SM' }) =>
  (await site.call(listProgress, { ...site.as(user), query })).json.items

const many = (count: number, mark: MarkChange['mark'] = 'done', from = 0): MarkChange[] =>
  Array.from({ length: count }, (_, index) => ({ id: `document-${from + index}`, mark }))

test('sets, lists, changes and removes marks', async () => {
  setClock(new Date('2026-03-01T10:00:00.000Z'))
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

  setClock(new Date('2026-03-04T10:00:00.000Z'))
  const seen = await put(user, [{ id: 'r-2', mark: 'seen' }])
  expect(seen.json.marks).toMatchObject([{}, { id: 'r-2', mark: 'review', seen: '2026-03-04' }])
  const changed = await put(user, [
    { id: 'r-1', mark: null },
    { id: 'r-2', mark: 'done' },
  ])
  expect(changed.json.marks).toEqual([{ id: 'r-2', mark: 'done' }])
  expect(await list(user)).toEqual([changed.json])
})

test('lists only chapters that have marks, of one track or of all', async () => {
  const user = await storeUser(site.store.table)
  const other = await storeUser(site.store.table)
  for (const [track, theme, chapter] of [
    ['science-math', 'mecanique', '9'],
    ['science-math', 'electricite', '4'],
    ['svt', 'mecanique', '2'],
    ['science-math', 'ondes', '1'],
  ] as const)
    await put(user, many(1), { track, theme, chapter })
  await put(user, many(1, null))
  await put(other, many(1))
  const places = async (of: User, query: { track?: string }) => {
    const chapters = (await list(of, query)) as { track: string; theme: string; chapter: number }[]
    return chapters.map(({ track, theme, chapter }) => `${track} ${theme} ${chapter}`)
  }
  expect(await places(user, { track: 'SM' })).toEqual(['SM electricite 4', 'SM mecanique 9'])
  expect(await places(user, { track: 'PC' })).toEqual([])
  expect(await places(user, {})).toEqual(['SM electricite 4', 'SM mecanique 9', 'SVT mecanique 2'])
  expect(await places(other, { track: 'SM' })).toEqual(['SM ondes 1'])
})

test.each([
  { track: 'science-physique', theme: 'ondes', chapter: '4' },
  { track: 'svt', theme: 'electrolyse', chapter: '1' },
])('answers 404 for a chapter that the track does not teach: %p', async (params) => {
  const user = await storeUser(site.store.table)
  expect(await put(user, many(1), params)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
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
