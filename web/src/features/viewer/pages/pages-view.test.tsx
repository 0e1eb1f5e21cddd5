import { expect, test } from 'vitest'
import { nearestPages } from './pages-view.tsx'

test.each([
  { near: [1, 2], current: 1, shown: [1, 2] },
  { near: [4, 5, 6, 7, 8, 9, 10], current: 7, shown: [5, 6, 7, 8, 9] },
  { near: [1, 2, 3, 4, 5, 6, 7], current: 1, shown: [1, 2, 3, 4, 5] },
])('shows $shown of the pages $near near page $current', ({ near, current, shown }) => {
  expect([...nearestPages(new Set(near), current)].toSorted((one, other) => one - other)).toEqual(shown)
})
