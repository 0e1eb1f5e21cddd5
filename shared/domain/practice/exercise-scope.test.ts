import { sampleExercise } from '../../entities/samples.ts'
import { exerciseMinutes, exercisePages } from './exercise-scope.ts'

test.each([
  [240, 20, 240],
  [240, 3.25, 39],
  [180, 2.5, 23],
  [180, 0.25, 2],
])('of a paper of %d minutes, an exercise of %d points deserves %d minutes', (minutes, points, deserved) => {
  expect(exerciseMinutes({ points }, minutes)).toBe(deserved)
})

const pages = [1, 1, 2, null, 5]
const exercises = pages.map((page, index) => ({ ...sampleExercise, number: index + 1, page }))

test.each([
  [1, { from: 1, until: 1 }],
  [2, { from: 1, until: 2 }],
  [3, { from: 2, until: 5 }],
  [4, null],
  [5, { from: 5, until: 8 }],
  [6, null],
])('exercise %d of a statement of 8 pages has the pages %j', (number, expected) => {
  expect(exercisePages(exercises, number, 'page', 8)).toEqual(expected)
})

test('the last exercise of a document of unknown length has its first page', () => {
  expect(exercisePages(exercises, 5, 'page', null)).toEqual({ from: 5, until: 5 })
})
