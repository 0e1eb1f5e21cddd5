import { expect, test } from 'vitest'
import { formatCalendarDay, formatShortCalendarDay, lastCalendarDay, moroccanToday } from './dates.ts'

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

test('a calendar date keeps its day in every time zone', () => {
  expect(formatShortCalendarDay('2026-07-06')).toBe('06/07')
})

test.each(Array.from({ length: 12 }, (_, month) => `2027-${String(month + 1).padStart(2, '0')}-09`))(
  'the calendar date %s is said as the browser says it',
  (date) => {
    const words = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' })
    expect(formatCalendarDay(date)).toBe(words.format(new Date(date)))
  },
)

test('the first of a month has its ordinal, as French writes it', () => {
  expect(formatCalendarDay('2027-06-01')).toBe('1er juin 2027')
})
