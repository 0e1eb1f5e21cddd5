import { expect, test } from 'vitest'
import { formatMoroccanDay, moroccanCalendarDay } from './moments.ts'

test.each([
  ['2026-07-10T22:59:59.000Z', '2026-07-10', '10 juillet 2026'],
  ['2026-07-10T23:00:00.000Z', '2026-07-11', '11 juillet 2026'],
  // In Ramadan the clocks of Morocco show UTC.
  ['2026-03-01T23:59:59.000Z', '2026-03-01', '1 mars 2026'],
])('what was at %s was on %s in Morocco', (instant, day, text) => {
  expect(moroccanCalendarDay(instant)).toBe(day)
  expect(formatMoroccanDay(instant)).toBe(text)
})
