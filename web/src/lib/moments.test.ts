import { expect, test } from 'vitest'
import { lastCalendarDay, moroccanToday } from './moments.ts'

test.each([
  // The midnight that begins the 11th in Morocco.
  ['2026-07-10T23:00:00.000Z', '2026-07-10'],
  // In the weeks of Ramadan its clocks show UTC, while Premium ends by UTC+1 all year.
  ['2026-03-01T23:00:00.000Z', '2026-03-01'],
])('what ends at %s has its last day on %s', (end, day) => {
  expect(lastCalendarDay(end)).toBe(day)
})

test('today is the day in Morocco', () => {
  expect(moroccanToday(new Date('2026-07-10T23:30:00.000Z'))).toBe('2026-07-11')
})
