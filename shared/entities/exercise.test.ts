import * as v from 'valibot'
import { Exercise, Exercises } from './exercise.ts'
import { sampleExercise } from './samples.ts'

test.each<[field: string, accepted: unknown[], refused: unknown[]]>([
  ['number', [1, 12], [0, 13, 1.5, '1']],
  ['title', ['a', 'a'.repeat(120)], ['', ' ', 'a'.repeat(121)]],
  ['points', [0.25, 7.75, 20], [0, 0.1, 20.25, -1, Number.NaN]],
  [
    'chapters',
    [[], [1, 2, 3, 4, 1, 1].map((chapter) => ({ theme: 'ondes', chapter }))],
    [[{ theme: 'ondes' }]],
  ],
  ['page', [null, 1, 500], [0, 501, 2.5]],
  ['correctionPage', [null, 1, 500], [0, 501]],
  ['videoSeconds', [null, 0, 36_000], [-1, 36_001]],
])('the %s of an exercise has its bounds', (field, accepted, refused) => {
  const isExercise = (value: unknown) => v.is(Exercise, { ...sampleExercise, [field]: value })
  for (const value of accepted) expect([value, isExercise(value)]).toEqual([value, true])
  for (const value of refused) expect([value, isExercise(value)]).toEqual([value, false])
})

const numbered = (...numbers: number[]) => numbers.map((number) => ({ ...sampleExercise, number }))

test('sorts the exercises of a paper by their numbers', () => {
  expect(v.parse(Exercises, numbered(3, 1, 2)).map(({ number }) => number)).toEqual([1, 2, 3])
})

test.each([
  ['two exercises with one number', numbered(1, 1), 'Deux exercices portent le même numéro'],
  ['a thirteenth exercise', numbered(...Array(13).fill(1)), 'Un sujet a 12 exercices au plus'],
])('refuses %s', (_, exercises, message) => {
  const { issues = [] } = v.safeParse(Exercises, exercises, { abortPipeEarly: true })
  expect(issues.map((issue) => issue.message)).toContain(message)
})
