import { laterThan } from './instant.ts'

test.each([
  ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'],
  ['2026-01-01T00:00:00.009Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.010Z'],
  ['2025-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
])('after a change of %s, one at %s has the time %s', (before, now, instant) => {
  expect(laterThan(before, new Date(now))).toBe(instant)
})
