import { sampleExercise } from '../../entities/samples.ts'
import { countedMarks, countedWithExercises } from './counted-marks.ts'

const exercises = [
  { ...sampleExercise, number: 1, points: 3.25 },
  { ...sampleExercise, number: 2, points: 7 },
]

describe('an account that sits a paper several times', () => {
  const mark = (exercise: number, earned: number) => ({ exercise, earned })
  const counted = (exercise: number, earned: number, examId: string) => ({
    exercise,
    earned,
    points: exercise === 1 ? 3.25 : 7,
    examId,
  })
  test.each([
    {
      what: 'the first marks count',
      before: [],
      exam: { id: '1', marks: [mark(1, 1), mark(2, 2)] },
      after: [counted(1, 1, '1'), counted(2, 2, '1')],
    },
    {
      what: 'marks of a newer examination take their place',
      before: [counted(1, 1, '1'), counted(2, 2, '1')],
      exam: { id: '2', marks: [mark(2, 7)] },
      after: [counted(1, 1, '1'), counted(2, 7, '2')],
    },
    {
      what: 'marks of an earlier examination count where there are no newer ones',
      before: [counted(2, 7, '2')],
      exam: { id: '1', marks: [mark(1, 3), mark(2, 0)] },
      after: [counted(1, 3, '1'), counted(2, 7, '2')],
    },
    {
      what: 'marks that are corrected count once',
      before: [counted(1, 1, '2'), counted(2, 2, '2')],
      exam: { id: '2', marks: [mark(1, 2), mark(2, 2)] },
      after: [counted(1, 2, '2'), counted(2, 2, '2')],
    },
    {
      what: 'a removed mark is counted out',
      before: [counted(1, 1, '2'), counted(2, 2, '2')],
      exam: { id: '2', marks: [mark(1, 1)] },
      after: [counted(1, 1, '2')],
    },
  ])('$what', ({ before, exam, after: expected }) => {
    expect(countedMarks(before, { exercises, ...exam })).toEqual(expected)
  })
})

describe('an account that marks single exercises', () => {
  const at = (day: number) => `2026-03-0${day}T08:00:00.000Z`
  const alone = (exercise: number, earned: number | null, day: number) => ({
    number: exercise,
    points: 7,
    earned,
    earnedAt: at(day),
  })
  const single = (exercise: number, earned: number, day: number) => ({
    exercise,
    earned,
    points: 7,
    examId: `2026030${day}T080000000Z`,
  })
  const sat = (exercise: number, earned: number, day: number) => ({
    ...single(exercise, earned, day),
    examId: `2026030${day}T080000000Z-a1b2c3d4`,
  })

  test.each([
    {
      what: 'counts by these marks, each exercise once',
      counted: [single(1, 1, 1)],
      marked: [alone(1, 2, 2), alone(2, 7, 1)],
      expected: [single(1, 2, 2), single(2, 7, 1)],
    },
    {
      what: 'counts by the newer one of a mark and an earlier examination',
      counted: [sat(1, 1, 1), sat(2, 1, 1)],
      marked: [alone(1, 3, 2)],
      expected: [single(1, 3, 2), sat(2, 1, 1)],
    },
    {
      what: 'counts by a later examination',
      counted: [sat(1, 1, 3)],
      marked: [alone(1, 3, 2)],
      expected: [sat(1, 1, 3)],
    },
    {
      what: 'is counted out by a removed mark, and not by that of an examination',
      counted: [single(1, 1, 1), sat(2, 1, 1)],
      marked: [alone(1, null, 2), alone(2, null, 2)],
      expected: [sat(2, 1, 1)],
    },
    { what: 'is counted out as an admin', counted: [single(1, 1, 1)], marked: [], expected: [] },
    {
      what: 'changes nothing with an equal mark',
      counted: [single(1, 1, 1)],
      marked: [alone(1, 1, 1)],
      expected: [single(1, 1, 1)],
    },
  ])('$what', ({ counted, marked, expected }) => {
    expect(countedWithExercises(counted, marked)).toEqual(expected)
  })
})
