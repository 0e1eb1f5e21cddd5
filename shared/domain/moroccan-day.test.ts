import * as fc from 'fast-check'
import { daysBefore, moroccanDay, secondsToNextDay, startOfDay } from './moroccan-day.ts'

test.each([
  ['2025-11-22T22:59:59.999Z', '2025-11-22', 1],
  ['2025-11-22T23:00:00.000Z', '2025-11-23', 86_400],
  ['2025-11-22T12:00:00.400Z', '2025-11-22', 39_600],
  // Ramadan 2025: UTC from 23 February to 6 April.
  ['2025-03-10T23:30:00.000Z', '2025-03-10', 1_800],
  ['2025-03-11T00:00:00.000Z', '2025-03-11', 86_400],
  ['2025-02-22T23:30:00.000Z', '2025-02-23', 88_200],
])('reads the Moroccan clock at %s: %s, %i s to the next day', (instant, day, seconds) => {
  expect([moroccanDay(new Date(instant)), secondsToNextDay(new Date(instant))]).toEqual([day, seconds])
})

test('counts the seconds to the first instant of the next day, all year round', () => {
  const start = Date.UTC(2024, 0, 1)
  fc.assert(
    fc.property(fc.nat(3 * 365 * 86_400), (second) => {
      const now = new Date(start + second * 1_000)
      const left = secondsToNextDay(now)
      const today = moroccanDay(now)
      expect(moroccanDay(new Date(now.getTime() + (left - 1) * 1_000))).toBe(today)
      expect(moroccanDay(new Date(now.getTime() + left * 1_000))).toBe(daysBefore(today, -1))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['2025-11-22', '2025-11-21T23:00:00.000Z'],
  ['2025-03-10', '2025-03-10T00:00:00.000Z'],
  // The days on which the hour changes.
  ['2025-02-23', '2025-02-22T23:00:00.000Z'],
  ['2025-04-06', '2025-04-06T00:00:00.000Z'],
  ['2025-04-07', '2025-04-06T23:00:00.000Z'],
])('begins %s at %s', (day, instant) => {
  expect(startOfDay(day)).toEqual(new Date(instant))
})
