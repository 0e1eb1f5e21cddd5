import {
  daysBefore,
  endOfDay,
  isOver,
  lastDayBefore,
  lastMondays,
  laterThan,
  mondayOf,
  moroccanDay,
  secondsToNextDay,
  startOfDay,
  utcOffset,
} from './moroccan-day.ts'

test.each([
  ['2025-11-22T22:59:59.999Z', '2025-11-22', 1],
  ['2025-11-22T23:00:00.000Z', '2025-11-23', 86_400],
  ['2025-11-22T12:00:00.400Z', '2025-11-22', 39_600],
  // Ramadan 2025: UTC from 23 February to 6 April.
  ['2025-03-10T23:30:00.000Z', '2025-03-10', 1_800],
  ['2025-03-11T00:00:00.000Z', '2025-03-11', 86_400],
  ['2025-02-22T23:30:00.000Z', '2025-02-23', 88_200],
  // The decree of 2026: UTC since 20 September.
  ['2026-09-18T23:30:00.000Z', '2026-09-19', 84_600],
  ['2026-09-20T23:30:00.000Z', '2026-09-20', 1_800],
])('reads the Moroccan clock at %s: %s, %i s to the next day', (instant, day, seconds) => {
  expect([moroccanDay(new Date(instant)), secondsToNextDay(new Date(instant))]).toEqual([day, seconds])
})

const HOUR_MS = 3_600_000

test.each([
  // Ramadan 2026 is from 15 February to 22 March, and the decree holds since 20 September.
  ['2026-02-14', '2026-02-14T23:00:00.000Z', HOUR_MS],
  ['2026-02-15', '2026-02-16T00:00:00.000Z', 0],
  ['2026-03-21', '2026-03-22T00:00:00.000Z', 0],
  ['2026-03-22', '2026-03-22T23:00:00.000Z', HOUR_MS],
  ['2026-07-10', '2026-07-10T23:00:00.000Z', HOUR_MS],
  ['2026-09-19', '2026-09-19T23:00:00.000Z', HOUR_MS],
  ['2026-09-20', '2026-09-21T00:00:00.000Z', 0],
  ['2026-10-10', '2026-10-11T00:00:00.000Z', 0],
])('%s is over at %s, %i ms before midnight in UTC', (day, end, ahead) => {
  expect(endOfDay(day).toISOString()).toBe(end)
  expect(utcOffset(day)).toBe(ahead)
})

test('each day ends after its last millisecond, at any offset of the clocks', () => {
  const offsets = new Set<number>()
  for (let day = '2024-01-01'; day < '2027-01-01'; day = daysBefore(day, -1)) {
    const end = endOfDay(day).getTime()
    expect([day, isOver(day, startOfDay(day)), isOver(day, new Date(end - 1))]).toEqual([day, false, false])
    expect([day, isOver(day, new Date(end))]).toEqual([day, true])
    expect(lastDayBefore(new Date(end))).toBe(day)
    expect([day, endOfDay(daysBefore(day, 1))]).toEqual([day, startOfDay(day)])
    offsets.add(utcOffset(day))
  }
  expect(offsets).toEqual(new Set([0, HOUR_MS]))
})

test.each([
  ['2026-11-15', '2026-11-09'],
  ['2026-11-16', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2027-01-01', '2026-12-28'],
])('%s is in the week of Monday %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday)
})

test('lists the last weeks, including the current one', () => {
  expect(lastMondays('2026-01-07', 3)).toEqual(['2025-12-22', '2025-12-29', '2026-01-05'])
})

test.each([
  ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'],
  ['2026-01-01T00:00:00.009Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.010Z'],
  ['2025-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
])('after a change of %s, one at %s has the time %s', (before, now, instant) => {
  expect(laterThan(before, new Date(now))).toBe(instant)
})
