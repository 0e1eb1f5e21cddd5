import { isDue, nextReview } from './review-dates.ts'

test.each<{ today: string; seen: string | null; due: boolean }>([
  { today: '2026-11-02', seen: null, due: false },
  { today: '2026-11-03', seen: null, due: true },
  { today: '2026-11-07', seen: '2026-11-03', due: false },
  { today: '2026-11-08', seen: '2026-11-03', due: true },
  { today: '2026-11-21', seen: '2026-11-09', due: false },
  { today: '2026-11-22', seen: '2026-11-09', due: true },
  { today: '2026-12-30', seen: '2026-11-22', due: false },
])('marked on 1 November, seen $seen, is due on $today: $due', ({ today, seen, due }) => {
  expect(isDue({ marked: '2026-11-01', seen, today })).toBe(due)
})

test.each([
  [null, '2026-11-03'],
  ['2026-11-02', '2026-11-03'],
  ['2026-11-03', '2026-11-08'],
  ['2026-11-22', null],
])('marked on 1 November, seen %s, is next due on %s', (seen, next) => {
  expect(nextReview({ marked: '2026-11-01', seen })).toBe(next)
})
