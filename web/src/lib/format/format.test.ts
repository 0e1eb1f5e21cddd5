import { expect, test } from 'vitest'
import { formatCalendarDay, formatShortCalendarDay } from './dates.ts'
import { formatMoroccanDay, moroccanCalendarDay } from './moments.ts'
import { minutesText, pointsText } from './quantities.ts'

test('a calendar date is said as the browser says it, and keeps its day in every time zone', () => {
  const words = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' })
  const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'))
  for (const date of months.map((month) => `2027-${month}-09`))
    expect(formatCalendarDay(date)).toBe(words.format(new Date(date)))
  expect(formatShortCalendarDay('2026-07-06')).toBe('06/07')
  // The first of a month has its ordinal, as French writes it.
  expect(formatCalendarDay('2027-06-01')).toBe('1er juin 2027')
})

test.each([
  ['2026-07-10T22:59:59.000Z', '2026-07-10', '10 juillet 2026'],
  ['2026-07-10T23:00:00.000Z', '2026-07-11', '11 juillet 2026'],
  // In Ramadan the clocks of Morocco show UTC.
  ['2026-03-01T23:59:59.000Z', '2026-03-01', '1 mars 2026'],
])('what was at %s was on %s in Morocco', (instant, day, text) => {
  expect(moroccanCalendarDay(instant)).toBe(day)
  expect(formatMoroccanDay(instant)).toBe(text)
})

test.each([
  [pointsText(0), '0 point'],
  [pointsText(1.75), '1,75 point'],
  [pointsText(2), '2 points'],
  [minutesText(185), '3\u00a0h\u00a005'],
  [minutesText(60), '1\u00a0h\u00a000'],
  [minutesText(59), '59\u00a0min'],
])('a quantity reads %s', (text, expected) => {
  expect(text).toBe(expected)
})
