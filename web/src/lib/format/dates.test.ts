import { expect, test } from 'vitest'
import { formatCalendarDay, formatShortCalendarDay } from './dates.ts'

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
