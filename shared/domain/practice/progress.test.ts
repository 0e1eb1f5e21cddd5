import * as fc from 'fast-check'
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
const marksOf = (marks: Record<string, ReturnType<typeof review> | typeof done>): Marks =>
  new Map(Object.entries(marks))

test.each<{ what: string; stored: Marks; changes: MarkChange[]; merged: Marks }>([
  {
    what: 'a first mark',
    stored: marksOf({}),
    changes: [{ id: 'a', mark: 'done' }],
    merged: marksOf({ a: done }),
  },
  {
    what: 'another mark on the same document',
    stored: marksOf({ a: done, b: done }),
    changes: [{ id: 'a', mark: 'review' }],
    merged: marksOf({ a: review(TODAY), b: done }),
  },
  {
    what: 'a removed mark',
    stored: marksOf({ a: done, b: review(EARLIER) }),
    changes: [{ id: 'a', mark: null }],
    merged: marksOf({ b: review(EARLIER) }),
  },
  {
    what: 'the same mark, which keeps its day',
    stored: marksOf({ a: review(EARLIER) }),
    changes: [{ id: 'a', mark: 'review' }],
    merged: marksOf({ a: review(EARLIER) }),
  },
  {
    what: 'a mark that is removed and set again, which gets a new day',
    stored: marksOf({ a: review(EARLIER, EARLIER) }),
    changes: [
      { id: 'a', mark: null },
      { id: 'a', mark: 'review' },
    ],
    merged: marksOf({ a: review(TODAY) }),
  },
  {
    what: 'a look at documents, which is stored for those to review',
    stored: marksOf({ a: done, b: review(EARLIER) }),
    changes: [
      { id: 'a', mark: 'seen' },
      { id: 'b', mark: 'seen' },
      { id: 'c', mark: 'seen' },
    ],
    merged: marksOf({ a: done, b: review(EARLIER, TODAY) }),
  },
  {
    what: 'two changes of one document',
    stored: marksOf({}),
    changes: [
      { id: 'a', mark: 'done' },
      { id: 'a', mark: 'review' },
    ],
    merged: marksOf({ a: review(TODAY) }),
  },
  {
    what: 'the removal of a missing mark',
    stored: marksOf({}),
    changes: [{ id: 'a', mark: null }],
    merged: marksOf({}),
  },
])('$what', ({ stored, changes, merged }) => {
  expect(mergeMarks(stored, changes, TODAY)).toEqual(merged)
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

test('applies changes in their order, and keeps other documents', () => {
  fc.assert(
    fc.property(marks, changes, (stored, said) => {
      const merged = mergeMarks(stored, said, TODAY)
      for (const id of new Set([...stored.keys(), ...merged.keys(), ...said.map((change) => change.id)])) {
        const expected = said
          .filter((change) => change.id === id)
          .reduce((kept, change) => keptAfter(kept, change.mark, TODAY), stored.get(id))
        expect(merged.get(id)).toEqual(expected)
      }
    }),
  )
})

test('returns the same object when nothing changes, such as after a repetition', () => {
  fc.assert(
    fc.property(marks, changes, (stored, said) => {
      const once = mergeMarks(stored, said, TODAY)
      expect(mergeMarks(once, said, TODAY)).toBe(once)
    }),
  )
})

test('does not modify the given marks', () => {
  fc.assert(
    fc.property(marks, changes, (stored, said) => {
      const before = [...stored]
      mergeMarks(stored, said, TODAY)
      expect([...stored]).toEqual(before)
    }),
  )
})

describe(`at most ${MAX_MARKS_OF_CHAPTER} documents of a chapter are marked`, () => {
  const many = (count: number): MarkChange[] =>
    Array.from({ length: count }, (_, index) => ({ id: String(index), mark: 'done' }))
  const full = mergeMarks(new Map(), many(MAX_MARKS_OF_CHAPTER), TODAY)

  test.each<{ what: string; said: MarkChange[]; size: number | null }>([
    { what: 'one more mark', said: [{ id: 'more', mark: 'done' }], size: null },
    {
      what: 'one mark more and one less',
      said: [
        { id: 'more', mark: 'done' },
        { id: '0', mark: null },
      ],
      size: 200,
    },
    { what: 'another mark on one', said: [{ id: '0', mark: 'review' }], size: 200 },
    { what: 'the same mark again', said: [{ id: '0', mark: 'done' }], size: 200 },
    { what: 'one mark less', said: [{ id: '0', mark: null }], size: 199 },
  ])('$what of a full chapter', ({ said, size }) => {
    const merging = () => mergeMarks(full, said, TODAY).size
    if (size !== null) expect(merging()).toBe(size)
    else
      expect(merging).toThrow(
        expect.objectContaining({
          code: 'INVALID_REQUEST',
          details: {
            errors: [{ path: 'marks', message: 'Un chapitre peut garder 200 documents marqués au plus' }],
          },
        }),
      )
  })

  test('for any changes', () => {
    const mostly = fc.option(fc.constantFrom('done', 'review'))
    const anyChanges = fc.array(fc.record({ id: fc.nat({ max: 400 }).map(String), mark: mostly }), {
      maxLength: 400,
      size: 'max',
    })
    fc.assert(
      fc.property(anyChanges, (said) => {
        const expected = new Map(said.map((change) => [change.id, change.mark]))
        const size = [...expected.values()].filter((word) => word !== null).length
        const merging = () => mergeMarks(new Map(), said, TODAY).size
        if (size > MAX_MARKS_OF_CHAPTER) expect(merging).toThrow('INVALID_REQUEST')
        else expect(merging()).toBe(size)
      }),
    )
  })
})
