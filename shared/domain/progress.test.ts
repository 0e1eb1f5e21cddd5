import * as fc from 'fast-check'
import { MARKS, MAX_MARKS_OF_CHAPTER, type MarkChange, type Marks, mergeMarks } from './progress.ts'

const marksOf = (marks: Record<string, 'done' | 'review'>): Marks => new Map(Object.entries(marks))

test.each<{ what: string; stored: Marks; changes: MarkChange[]; merged: Marks }>([
  {
    what: 'a first mark',
    stored: marksOf({}),
    changes: [{ id: 'a', mark: 'done' }],
    merged: marksOf({ a: 'done' }),
  },
  {
    what: 'another word on the same document',
    stored: marksOf({ a: 'done', b: 'done' }),
    changes: [{ id: 'a', mark: 'review' }],
    merged: marksOf({ a: 'review', b: 'done' }),
  },
  {
    what: 'a mark taken away',
    stored: marksOf({ a: 'done', b: 'review' }),
    changes: [{ id: 'a', mark: null }],
    merged: marksOf({ b: 'review' }),
  },
  {
    what: 'two changes of one document',
    stored: marksOf({}),
    changes: [
      { id: 'a', mark: 'done' },
      { id: 'a', mark: 'review' },
    ],
    merged: marksOf({ a: 'review' }),
  },
  {
    what: 'nothing to take away',
    stored: marksOf({}),
    changes: [{ id: 'a', mark: null }],
    merged: marksOf({}),
  },
])('$what', ({ stored, changes, merged }) => {
  expect(mergeMarks(stored, changes)).toEqual(merged)
})

const ids = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor')
const mark = fc.constantFrom(...MARKS)
const marks: fc.Arbitrary<Marks> = fc.array(fc.tuple(ids, mark)).map((entries) => new Map(entries))
const changes: fc.Arbitrary<MarkChange[]> = fc.array(fc.record({ id: ids, mark: fc.option(mark) }))

test('each document has what was last said of it, and the others keep what they had', () => {
  fc.assert(
    fc.property(marks, changes, (stored, said) => {
      const merged = mergeMarks(stored, said)
      for (const id of new Set([...stored.keys(), ...merged.keys(), ...said.map((change) => change.id)])) {
        const last = said.findLast((change) => change.id === id)
        expect(merged.get(id) ?? null).toBe(last ? last.mark : (stored.get(id) ?? null))
      }
    }),
  )
})

test('the same changes again change nothing, and what changes nothing answers the very marks', () => {
  fc.assert(
    fc.property(marks, changes, (stored, said) => {
      const once = mergeMarks(stored, said)
      expect(mergeMarks(once, said)).toBe(once)
    }),
  )
})

test('the marks that were given stay as they were', () => {
  fc.assert(
    fc.property(marks, changes, (stored, said) => {
      const before = [...stored]
      mergeMarks(stored, said)
      expect([...stored]).toEqual(before)
    }),
  )
})

describe(`at most ${MAX_MARKS_OF_CHAPTER} documents of a chapter are marked`, () => {
  const many = (count: number): MarkChange[] =>
    Array.from({ length: count }, (_, index) => ({ id: String(index), mark: 'done' }))
  const full = mergeMarks(new Map(), many(MAX_MARKS_OF_CHAPTER))

  test.each<{ what: string; said: MarkChange[]; size: number | null }>([
    { what: 'one more', said: [{ id: 'more', mark: 'done' }], size: null },
    {
      what: 'one more and one less',
      said: [
        { id: 'more', mark: 'done' },
        { id: '0', mark: null },
      ],
      size: 200,
    },
    { what: 'another word on one', said: [{ id: '0', mark: 'review' }], size: 200 },
    { what: 'the same again', said: [{ id: '0', mark: 'done' }], size: 200 },
    { what: 'one less', said: [{ id: '0', mark: null }], size: 199 },
  ])('$what of a full chapter', ({ said, size }) => {
    const merging = () => mergeMarks(full, said).size
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

  test('never more, whatever is sent', () => {
    const anyChanges = fc.array(fc.record({ id: fc.nat({ max: 400 }).map(String), mark: fc.option(mark) }), {
      maxLength: 400,
      size: 'max',
    })
    fc.assert(
      fc.property(anyChanges, (said) => {
        const expected = new Map(said.map((change) => [change.id, change.mark]))
        const size = [...expected.values()].filter((word) => word !== null).length
        if (size > MAX_MARKS_OF_CHAPTER) expect(() => mergeMarks(new Map(), said)).toThrow('INVALID_REQUEST')
        else expect(mergeMarks(new Map(), said).size).toBe(size)
      }),
    )
  })
})
