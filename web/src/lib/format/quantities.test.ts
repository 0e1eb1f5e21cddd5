import { expect, test } from 'vitest'
import { minutesText, pointsText } from './quantities.ts'

test.each([
  [0, '0 point'],
  [1.75, '1,75 point'],
  [2, '2 points'],
  [12.5, '12,5 points'],
])('%d points read %s', (points, text) => {
  expect(pointsText(points)).toBe(text)
})

test.each([
  [240, '4\u00a0h\u00a000'],
  [185, '3\u00a0h\u00a005'],
  [60, '1\u00a0h\u00a000'],
  [59, '59\u00a0min'],
  [1, '1\u00a0min'],
  [0, '0\u00a0min'],
])('%i minutes read %s', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text)
})
