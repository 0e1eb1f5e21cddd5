import { expect, test } from 'vitest'
import { nearestPages } from './pdf-view.tsx'

test.each([
  { near: [1, 2], current: 1, drawn: [1, 2] },
  { near: [4, 5, 6, 7, 8, 9, 10], current: 7, drawn: [5, 6, 7, 8, 9] },
  { near: [1, 2, 3, 4, 5, 6, 7], current: 1, drawn: [1, 2, 3, 4, 5] },
])('draws $drawn of the pages $near near page $current', ({ near, current, drawn }) => {
  expect([...nearestPages(new Set(near), current)].toSorted((one, other) => one - other)).toEqual(drawn)
})
