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
/** The clocks of devices, which claim any time. */
const histories = fc.array(
  fc
    .tuple(change, fc.integer({ min: 0, max: 400 }))
    .map(([each, hour]) => ({ ...each, at: hoursLater(hour) })),
  { maxLength: 8 },
)
function hoursLater(hours: number): string {
  return new Date(Date.parse(at(1)) + hours * 3_600_000).toISOString()
}

test('counts of each field the change that arrives last, whatever time it claims, and none twice', () => {
  fc.assert(
    fc.property(histories, (arrived) => {
      const marks = arrived.reduce((stored, each) => {
        const next = merge([each], stored)
        expect(merge([each], next)).toBe(next)
        return next
      }, NO_MARKS)
      for (const { number, earned, redo } of marks.exercises) {
        const own = arrived.filter(({ exercise }) => exercise === number)
        expect(earned).toBe(own.findLast((each) => each.earned !== undefined)?.earned ?? null)
        expect(redo).toBe(own.findLast((each) => each.redo !== undefined)?.redo ?? false)
      }
    }),
    RUNS,
  )
})

test('keeps the time at which a mark was given without a network, and not one before the mark that it replaces', () => {
  const stored = merge([{ exercise: 1, at: at(18), earned: 1 }])
  const behind = merge([{ exercise: 1, at: at(15), earned: null }], stored)
  expect([stored, behind].map(({ exercises }) => exercises[0]?.earnedAt)).toEqual([at(18), now.toISOString()])
})

test('keeps whether the whole paper is done by the change that arrives last', () => {
  const done = (day: number, isDone: boolean, stored = NO_MARKS) =>
    mergeExerciseMarks(stored, { exercises: [], done: { isDone, at: at(day) } }, paper, now)
  const ticked = done(2, true)
  expect(ticked).toEqual({ exercises: [], isDone: true, doneAt: at(2) })
  expect(done(1, true, ticked)).toBe(ticked)
  expect(done(1, false, ticked)).toMatchObject({ isDone: false, doneAt: now.toISOString() })
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
