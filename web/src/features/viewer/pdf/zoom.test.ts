import { expect, test } from 'vitest'
import { clampZoom, stepZoom } from './zoom.ts'

test.each([
  { zoom: 1, direction: 1, next: 1.25 },
  { zoom: 1, direction: -1, next: 0.75 },
  { zoom: 1.37, direction: 1, next: 1.5 },
  { zoom: 1.37, direction: -1, next: 1.25 },
  { zoom: 1.2501, direction: 1, next: 1.5 },
  { zoom: 4, direction: 1, next: 4 },
  { zoom: 0.5, direction: -1, next: 0.5 },
] as const)('steps from $zoom in direction $direction to $next', ({ zoom, direction, next }) => {
  expect(stepZoom(zoom, direction)).toBe(next)
})

test.each([
  [0.1, 0.5],
  [1.7, 1.7],
  [9, 4],
])('clamps %d to %d', (zoom, allowed) => {
  expect(clampZoom(zoom)).toBe(allowed)
})
