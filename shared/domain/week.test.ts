import { endOfDay, lastMondays, weekStart } from './week.ts'

test.each([
  ['2026-11-15T22:59:59.999Z', '2026-11-09'],
  ['2026-11-15T23:00:00.000Z', '2026-11-16'],
  ['2026-11-16T12:00:00.000Z', '2026-11-16'],
  ['2026-11-22T22:59:59.999Z', '2026-11-16'],
  ['2026-12-31T23:30:00.000Z', '2026-12-28'],
])('%s lies in the week of Monday %s, as it is in Morocco', (instant, monday) => {
  expect(weekStart(new Date(instant))).toBe(monday)
})

test('the last weeks end with the current one', () => {
  expect(lastMondays(new Date('2026-01-07T10:00:00.000Z'), 3)).toEqual([
    '2025-12-22',
    '2025-12-29',
    '2026-01-05',
  ])
})

test('a day is over at 23:00 UTC, all year round', () => {
  expect(endOfDay('2026-07-10').toISOString()).toBe('2026-07-10T23:00:00.000Z')
  expect(endOfDay('2026-12-31').toISOString()).toBe('2026-12-31T23:00:00.000Z')
})
