import { lastMondays, weekStart } from './week.ts'

test.each([
  ['2026-11-15', '2026-11-09'],
  ['2026-11-16', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2027-01-01', '2026-12-28'],
])('%s is in the week of Monday %s', (day, monday) => {
  expect(weekStart(day)).toBe(monday)
})

test('lists the last weeks, including the current one', () => {
  expect(lastMondays('2026-01-07', 3)).toEqual(['2025-12-22', '2025-12-29', '2026-01-05'])
})
