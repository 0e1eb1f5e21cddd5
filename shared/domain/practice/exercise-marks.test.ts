import * as fc from 'fast-check'
import { sampleExercise } from '../../entities/samples.ts'
import { RUNS } from '../../test-support/runs.ts'
import { type ExerciseChange, mergeExerciseMarks, NO_MARKS, reviewOf } from './exercise-marks.ts'

const paper = [
  { ...sampleExercise, number: 1, title: 'Ondes', points: 3.25 },
  { ...sampleExercise, number: 2, title: 'Noyaux', points: 4 },
]
const now = new Date('2026-03-20T12:00:00.000Z')
const at = (day: number, hour = 10) => `2026-03-${String(day).padStart(2, '0')}T${hour}:00:00.000Z`

const merge = (exercises: readonly ExerciseChange[], stored = NO_MARKS, exam = paper) =>
  mergeExerciseMarks(stored, { exercises }, exam, now)

test('keeps a mark with the title, points and chapters that the exercise has', () => {
  const named = { number: 2, title: 'Noyaux', points: 4, chapters: sampleExercise.chapters }
  const marked = { earned: 2.25, earnedAt: at(1), redo: true, redoAt: at(1), hints: 0, wasWrong: false }
  const changed = merge([{ exercise: 2, at: at(1), earned: 2.25, redo: true }])
  expect(changed).toEqual({ exercises: [{ ...named, ...marked }], isDone: false, doneAt: null })
})

test.each<[what: string, change: ExerciseChange, message: string]>([
  ['more than the points', { exercise: 1, at: at(1), earned: 3.5 }, 'Chaque note va de 0'],
  ['a tenth', { exercise: 1, at: at(1), earned: 0.1 }, 'Chaque note va de 0'],
  ['an unknown exercise', { exercise: 3, at: at(1), redo: true }, "n'est plus dans le sujet"],
])('refuses %s, and names its place', (_, change, message) => {
  const good = { exercise: 2, at: at(1), earned: 4 }
  const errors = [{ path: 'exercises.1', message: expect.stringContaining(message) }]
  expect(() => merge([good, change])).toThrow(
    expect.objectContaining({ code: 'INVALID_REQUEST', details: { errors } }),
  )
})

test('removes the mark of an exercise that the paper has no more', () => {
  const stored = merge([{ exercise: 2, at: at(1), earned: 4 }])
  expect(
    merge([{ exercise: 2, at: at(2), earned: null }], stored, paper.slice(0, 1)).exercises,
  ).toMatchObject([{ number: 2, earned: null, earnedAt: at(2) }])
})

test('keeps the most hints, and that an answer was wrong, whatever comes later or twice', () => {
  const helped = merge([
    { exercise: 1, at: at(3), hints: 2 },
    { exercise: 1, at: at(2), isWrong: true },
  ])
  expect(helped.exercises).toMatchObject([{ earned: null, hints: 2, wasWrong: true }])
  const later = [
    { exercise: 1, at: at(4), hints: 1 },
    { exercise: 1, at: at(4), isWrong: false },
  ]
  expect(merge(later, helped)).toBe(helped)
})

test('dates a change that claims a time to come now, so that later changes still count', () => {
  const stored = merge([{ exercise: 1, at: '2099-01-01T00:00:00.000Z', earned: 1 }])
  expect(stored.exercises[0]?.earnedAt).toBe(now.toISOString())
})

const change = fc.record(
  {
    exercise: fc.constantFrom(1, 2),
    earned: fc.option(fc.integer({ min: 0, max: 13 }).map((quarters) => quarters / 4)),
    redo: fc.boolean(),
  },
  { requiredKeys: ['exercise'] },
)
/** Changes at different times, and all of them twice in another order. */
const histories = fc
  .uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 8 })
  .chain((hours) =>
    fc.tuple(...hours.map((hour) => change.map((each) => ({ ...each, at: hoursLater(hour) })))),
  )
  .chain((changes) => {
    const all = [...changes, ...changes]
    return fc.tuple(fc.constant(changes), fc.shuffledSubarray(all, { minLength: all.length }))
  })
function hoursLater(hours: number): string {
  return new Date(Date.parse(at(1)) + hours * 3_600_000).toISOString()
}

test('has the same result in every order of arrival, with repetitions, and then changes nothing more', () => {
  fc.assert(
    fc.property(histories, ([inOrder, arrived]) => {
      const one = merge(inOrder)
      const others = arrived.reduce((stored, each) => merge([each], stored), NO_MARKS)
      expect(others).toEqual(one)
      expect(merge(arrived, others)).toBe(others)
    }),
    RUNS,
  )
})

test('keeps whether the whole paper is done by the newest change', () => {
  const done = (day: number, isDone: boolean, stored = NO_MARKS) =>
    mergeExerciseMarks(stored, { exercises: [], done: { isDone, at: at(day) } }, paper, now)
  const ticked = done(2, true)
  expect(ticked).toEqual({ exercises: [], isDone: true, doneAt: at(2) })
  expect(done(1, false, ticked)).toBe(ticked)
  expect(done(3, false, ticked)).toMatchObject({ isDone: false, doneAt: at(3) })
})

test.each<[redo: boolean, redoAt: string, earnedAt: string | null, review: ReturnType<typeof reviewOf>]>([
  [false, at(1), null, null],
  [true, at(1), null, { marked: '2026-03-01', seen: null }],
  [true, at(2), at(1), { marked: '2026-03-02', seen: null }],
  [true, at(2, 10), at(2, 12), { marked: '2026-03-02', seen: null }],
  [true, at(2), at(5), { marked: '2026-03-02', seen: '2026-03-05' }],
])(
  'an exercise with redo %s at %s, marked at %s, is to be reviewed as %j',
  (redo, redoAt, earnedAt, review) => {
    expect(reviewOf({ redo, redoAt, earnedAt })).toEqual(review)
  },
)
