import { type MarkChange, type Marks, mergeMarks } from '#shared/domain/practice/progress.ts'
import { userFixture } from '../test-support/people.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { progressKey, type StudentChapter } from './keys.ts'
import { createProgress } from './progress.ts'
import { readOne } from './table/read.ts'
import { update } from './table/write.ts'

let store: TestTable
let changeMarks: ReturnType<typeof createProgress>['changeMarks']
let listChapters: ReturnType<typeof createProgress>['listChapters']
beforeAll(async () => {
  store = await startTable()
  ;({ changeMarks, listChapters } = createProgress(store.table))
})
afterEach(() => store.failWith(() => undefined))
afterAll(() => store.stop())

const now = new Date('2026-03-01T10:00:00.000Z')

const inMechanics = (userId: string): StudentChapter => {
  return { userId, track: 'SM', theme: 'mecanique', chapter: 1 }
}
const marking =
  (...changes: MarkChange[]) =>
  (marks: Marks) =>
    mergeMarks(marks, changes, '2026-03-01')
const done = (id: string) => marking({ id, mark: 'done' })

const stored = (of: StudentChapter) =>
  readOne(store.table, { key: progressKey(of), parse: (item = {}) => item })

test('dates a mark without a day by the last change of its chapter', async () => {
  const of = inMechanics(userFixture().id)
  await changeMarks(of, marking({ id: 'a', mark: 'review' }), new Date('2026-02-10T23:30:00.000Z'))
  await update(store.table, progressKey(of), { set: { since: undefined, seen: undefined } })
  const kept = { mark: 'review', since: '2026-02-11', seen: null }
  expect(await listChapters(of.userId)).toMatchObject([{ marks: new Map([['a', kept]]) }])
  await changeMarks(of, marking({ id: 'b', mark: 'review' }, { id: 'a', mark: 'seen' }), now)
  expect(await stored(of)).toMatchObject({
    review: ['a', 'b'],
    since: ['2026-02-11', '2026-03-01'],
    seen: ['2026-03-01', null],
  })
})

describe('concurrent changes', () => {
  test('that are equal are written once', async () => {
    const of = inMechanics(userFixture().id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => changeMarks(of, done('a'), now)))
    for (const marks of answers) expect([...marks]).toEqual([['a', { mark: 'done' }]])
    expect(await stored(of)).toMatchObject({ done: ['a'], version: 1 })
  })

  test('that differ are each written or refused with CONFLICT', async () => {
    const of = inMechanics(userFixture().id)
    const ids = Array.from({ length: 20 }, (_, index) => `document-${index}`)
    const results = await Promise.allSettled(ids.map((id) => changeMarks(of, done(id), now)))
    const good = ids.filter((_, index) => results[index]?.status === 'fulfilled')
    const item = await stored(of)
    expect(good.length).toBeGreaterThan(0)
    expect((item['done'] as string[]).toSorted()).toEqual(good.toSorted())
    expect(item['version']).toBe(good.length)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' })
  })
})
