import { sampleExercise } from '../../entities/samples.ts'
import { exerciseMinutes, exercisePages } from './exercise-scope.ts'

test.each([
  [240, 3.25, 39],
  [180, 2.5, 23],
  [180, 0.25, 2],
])('of a paper of %d minutes, an exercise of %d points deserves %d minutes', (minutes, points, deserved) => {
  expect(exerciseMinutes({ points }, minutes)).toBe(deserved)
})

const pages = [1, 1, 2, null, 5]
const exercises = pages.map((page, index) => ({ ...sampleExercise, number: index + 1, page }))

test.each([
  [1, 8, { from: 1, until: 1 }],
  [2, 8, { from: 1, until: 2 }],
  [3, 8, { from: 2, until: 5 }],
  [4, 8, null],
  [5, 8, { from: 5, until: 8 }],
  [5, null, { from: 5, until: 5 }],
  [6, 8, null],
])('exercise %d of a statement of %s pages has the pages %j', (number, length, expected) => {
  expect(exercisePages(exercises, number, 'page', length)).toEqual(expected)
})
