import * as v from 'valibot'
import { LastDay } from './last-day.ts'
import { daysBefore, endOfDay } from './moroccan-day.ts'

test.each([
  // A day.
  ['2026-07-10', '2026-07-10'],
  // The hour at which every day ended in earlier versions, with Morocco an hour ahead of UTC, and at UTC.
  ['2026-07-10T23:00:00.000Z', '2026-07-10'],
  ['2026-10-10T23:00:00.000Z', '2026-10-10'],
  // Imported values: the last second of a day, and midnight, by either clock.
  ['2026-07-10T22:59:59Z', '2026-07-10'],
  ['2026-10-10T22:59:59.999Z', '2026-10-10'],
  ['2026-10-10T23:59:59.999Z', '2026-10-10'],
  ['2026-10-11T00:00:00.000Z', '2026-10-10'],
  // An hour after midnight in Morocco, which counts for the day that has begun.
  ['2026-07-11T00:00:00.000Z', '2026-07-11'],
])('%s is read as %s', (stored, read) => {
  expect(v.parse(LastDay, stored)).toBe(read)
})

test.each(['', '2026-02-30', '2026-07-10T25:00:00Z', '10/07/2026', 'demain'])('refuses %j', (text) => {
  expect(v.safeParse(LastDay, text).success).toBe(false)
})

test('reads the ends of days that earlier versions and answers contain, all year round', () => {
  for (let day = '2024-01-01'; day < '2027-01-01'; day = daysBefore(day, -1))
    for (const stored of [`${day}T23:00:00.000Z`, endOfDay(day).toISOString()])
      expect([stored, v.parse(LastDay, stored)]).toEqual([stored, day])
})
