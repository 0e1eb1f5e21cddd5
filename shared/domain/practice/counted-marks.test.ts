import { sampleExercise } from '../../entities/samples.ts'
import { countedMarks, countedWithExercises } from './counted-marks.ts'

const exercises = [
  { ...sampleExercise, number: 1, points: 3.25 },
  { ...sampleExercise, number: 2, points: 7 },
]

type Counted = ReturnType<typeof countedMarks>
const mark = (exercise: number, earned: number) => ({ exercise, earned })
const counted = (exercise: number, earned: number, examId: string) => {
  return { exercise, earned, points: exercise === 1 ? 3.25 : 7, examId }
}

test.each<[what: string, before: Counted, id: string, marks: ReturnType<typeof mark>[], after: Counted]>([
  ['the first marks count', [], '1', [mark(1, 1), mark(2, 2)], [counted(1, 1, '1'), counted(2, 2, '1')]],
  [
    'marks of a newer examination take their place',
    [counted(1, 1, '1'), counted(2, 2, '1')],
    '2',
    [mark(2, 7)],
    [counted(1, 1, '1'), counted(2, 7, '2')],
  ],
  [
    'marks of an earlier examination count where there are no newer ones',
    [counted(2, 7, '2')],
    '1',
    [mark(1, 3), mark(2, 0)],
    [counted(1, 3, '1'), counted(2, 7, '2')],
  ],
  [
    'marks that are corrected count once, and a removed mark is counted out',
    [counted(1, 1, '2'), counted(2, 2, '2')],
    '2',
    [mark(1, 2)],
    [counted(1, 2, '2')],
  ],
])('of a paper that is sat several times %s', (_, before, id, marks, after) => {
  expect(countedMarks(before, { exercises, id, marks })).toEqual(after)
})

const alone = (number: number, earned: number | null, day: number) => {
  return { number, points: 7, earned, earnedAt: `2026-03-0${day}T08:00:00.000Z` }
}
const single = (exercise: number, earned: number, day: number, suffix = '') => {
  return { exercise, earned, points: 7, examId: `2026030${day}T080000000Z${suffix}` }
}
const sat = (...numbers: [number, number, number]) => single(...numbers, '-a1b2c3d4')

test.each<[what: string, before: Counted, marked: ReturnType<typeof alone>[], after: Counted]>([
  ['counts by these marks, once', [single(1, 1, 1)], [alone(1, 2, 2)], [single(1, 2, 2)]],
  [
    'counts by the newer one of a mark and an earlier examination',
    [sat(1, 1, 1), sat(2, 1, 1)],
    [alone(1, 3, 2)],
    [single(1, 3, 2), sat(2, 1, 1)],
  ],
  ['counts by a later examination', [sat(1, 1, 3)], [alone(1, 3, 2)], [sat(1, 1, 3)]],
  [
    'is counted out by a removed mark, and not by that of an examination',
    [single(1, 1, 1), sat(2, 1, 1)],
    [alone(1, null, 2), alone(2, null, 2)],
    [sat(2, 1, 1)],
  ],
  ['is counted out as an admin', [single(1, 1, 1)], [], []],
  ['changes nothing with an equal mark', [single(1, 1, 1)], [alone(1, 1, 1)], [single(1, 1, 1)]],
])('an account that marks single exercises %s', (_, before, marked, after) => {
  expect(countedWithExercises(before, marked)).toEqual(after)
})
