import * as fc from 'fast-check'
import * as v from 'valibot'
import { LastDay } from './last-day.ts'
import { daysBefore, endOfDay } from './moroccan-day.ts'

const day = fc.integer({ min: 0, max: 12 * 365 }).map((count) => daysBefore('2018-01-01', -count))

test.each([
  // A day.
  ['2026-07-10', '2026-07-10'],
  // The hour at which every day ended in earlier versions, with Morocco an hour ahead of UTC, and at UTC.
  ['2026-07-10T23:00:00.000Z', '2026-07-10'],
  ['2026-10-10T23:00:00.000Z', '2026-10-10'],
  ['2026-03-01T23:00:00.000Z', '2026-03-01'],
  // Imported values: the last second of a day, and midnight, by either clock.
  ['2026-07-10T22:59:59Z', '2026-07-10'],
  ['2026-10-10T22:59:59.999Z', '2026-10-10'],
  ['2026-10-10T23:59:59.999Z', '2026-10-10'],
  ['2026-10-11T00:00:00.000Z', '2026-10-10'],
  // An hour after midnight in Morocco, which counts for the day that has begun.
  ['2026-07-11T00:00:00.000Z', '2026-07-11'],
  ['2026-10-10T12:00:00.000Z', '2026-10-10'],
])('%s is read as %s', (stored, read) => {
  expect(v.parse(LastDay, stored)).toBe(read)
})

test.each(['', '2026-02-30', '2026-07-10T25:00:00Z', '10/07/2026', 'demain'])('refuses %j', (text) => {
  expect(v.safeParse(LastDay, text).success).toBe(false)
})

test('reads the end of a day as earlier versions stored it, all year round', () => {
  fc.assert(
    fc.property(day, (stored) => {
      expect(v.parse(LastDay, `${stored}T23:00:00.000Z`)).toBe(stored)
    }),
    { numRuns: 2_000 },
  )
})

test('reads the instant that answers contain for a day, all year round', () => {
  fc.assert(
    fc.property(day, (stored) => {
      expect(v.parse(LastDay, endOfDay(stored).toISOString())).toBe(stored)
    }),
    { numRuns: 2_000 },
  )
})

test('reads an instant as a day that neither ends before it nor begins after it', () => {
  const instant = fc.date({ min: new Date('2018-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, (end) => {
      const read = v.parse(LastDay, end.toISOString())
      expect(end.getTime()).toBeLessThanOrEqual(endOfDay(read).getTime())
      expect(end.getTime()).toBeGreaterThan(endOfDay(daysBefore(read, 1)).getTime())
    }),
    { numRuns: 2_000 },
  )
})
