import * as fc from 'fast-check'
import { RUNS } from '../../test-support/runs.ts'
import {
  keptAfter,
  MARK_CHANGES,
  MAX_MARKS_OF_CHAPTER,
  type MarkChange,
  type Marks,
  mergeMarks,
} from './progress.ts'

const EARLIER = '2026-02-20'
const TODAY = '2026-03-01'

const done = { mark: 'done' } as const
const review = (since: string, seen: string | null = null) => ({ mark: 'review', since, seen }) as const
type Mark = ReturnType<typeof review> | typeof done
const marksOf = (marks: Record<string, Mark>): Marks => new Map(Object.entries(marks))

const looked = review(EARLIER, TODAY)
const change = (id: string, mark: MarkChange['mark']): MarkChange => ({ id, mark })

test.each<[what: string, stored: Record<string, Mark>, changes: MarkChange[], merged: Record<string, Mark>]>([
  ['another mark', { a: done, b: done }, [change('a', 'review')], { a: review(TODAY), b: done }],
  ['a removed mark', { a: done, b: looked }, [change('a', null)], { b: looked }],
  ['the same mark, which keeps its day', { a: looked }, [change('a', 'review')], { a: looked }],
  [
    'a mark that is removed and set again, which gets a new day',
    { a: review(EARLIER, EARLIER) },
    [change('a', null), change('a', 'review')],
    { a: review(TODAY) },
  ],
  [
    'a look at documents, which is stored for those to review',
    { a: done, b: review(EARLIER) },
    [change('a', 'seen'), change('b', 'seen'), change('c', 'seen')],
    { a: done, b: looked },
  ],
  ['two changes of one document', {}, [change('a', 'done'), change('a', 'review')], { a: review(TODAY) }],
])('merges %s', (_, stored, changes, merged) => {
  expect(mergeMarks(marksOf(stored), changes, TODAY)).toEqual(marksOf(merged))
})

const ids = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor')
const mark = fc.constantFrom(...MARK_CHANGES)
const day = fc.constantFrom(EARLIER, '2026-02-25', TODAY)
const keptMark = fc.oneof(
  fc.constant(done),
  fc.tuple(day, fc.option(day)).map(([since, seen]) => review(since, seen)),
)
const marks: fc.Arbitrary<Marks> = fc.array(fc.tuple(ids, keptMark)).map((entries) => new Map(entries))
const changes: fc.Arbitrary<MarkChange[]> = fc.array(fc.record({ id: ids, mark: fc.option(mark) }))

test('applies changes in their order to copies, keeps other documents, and repeats nothing', () => {
  fc.assert(
    fc.property(marks, changes, (stored, said) => {
      const before = [...stored]
      const merged = mergeMarks(stored, said, TODAY)
      for (const id of new Set([...stored.keys(), ...merged.keys(), ...said.map((each) => each.id)])) {
        const expected = said
          .filter((each) => each.id === id)
          .reduce((kept, each) => keptAfter(kept, each.mark, TODAY), stored.get(id))
        expect(merged.get(id)).toEqual(expected)
      }
      expect(mergeMarks(merged, said, TODAY)).toBe(merged)
      expect([...stored]).toEqual(before)
    }),
    RUNS,
  )
})

const full = mergeMarks(
  new Map(),
  Array.from({ length: MAX_MARKS_OF_CHAPTER }, (_, index) => change(String(index), 'done')),
  TODAY,
)

test.each<[what: string, said: MarkChange[], size: number]>([
  ['one mark more and one less', [change('more', 'done'), change('0', null)], 200],
  ['another mark on one', [change('0', 'review')], 200],
  ['the same mark again', [change('0', 'done')], 200],
  ['one mark less', [change('0', null)], 199],
])('%s of a full chapter is possible', (_, said, size) => {
  expect(mergeMarks(full, said, TODAY).size).toBe(size)
})

test('refuses more than 200 marks of a chapter', () => {
  const message = 'Un chapitre peut garder 200 documents marqués au plus'
  expect(() => mergeMarks(full, [change('more', 'done')], TODAY)).toThrow(
    expect.objectContaining({ code: 'INVALID_REQUEST', details: { errors: [{ path: 'marks', message }] } }),
  )
})
