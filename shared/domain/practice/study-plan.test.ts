import * as fc from 'fast-check'
import { RUNS } from '../../test-support/runs.ts'
import { daysBefore } from '../days/moroccan-day.ts'
import { planReviews, weeksUntil } from './study-plan.ts'

test('begins weeks on Mondays, the first one today, and ends the last one on the eve', () => {
  // 2026-11-25 is a Wednesday; the last fortnight begins on the next one.
  expect(weeksUntil({ today: '2026-11-25', exam: '2026-12-16' })).toEqual([
    { from: '2026-11-25', until: '2026-11-29', days: 5, isLast: false },
    { from: '2026-11-30', until: '2026-12-06', days: 7, isLast: false },
    { from: '2026-12-07', until: '2026-12-13', days: 7, isLast: true },
    { from: '2026-12-14', until: '2026-12-15', days: 2, isLast: true },
  ])
  for (const exam of ['2026-11-25', '2026-11-24'])
    expect(weeksUntil({ today: '2026-11-25', exam })).toEqual([])
})

test.each<[what: string, next: string | null, seen: string | null, weeks: number[]]>([
  ['is overdue', '2026-11-01', null, [0, 3]],
  ['is due next week', '2026-12-02', null, [1, 3]],
  ['is due in the last fortnight', '2026-12-15', null, [3]],
  ['is due after the examination', '2027-01-02', null, [3]],
  ['is due no more', null, '2026-11-20', [3]],
  ['was seen within the last fortnight', null, '2026-12-09', []],
])('what %s is planned in some of four weeks', (_, next, seen, weeks) => {
  // Mondays after today: 2026-11-30, 12-07, 12-14, 12-21; the fortnight begins on 12-09.
  const plan = planReviews([{ work: 'a', next, seen }], { today: '2026-11-25', exam: '2026-12-23' })
  expect(plan.flatMap((work, at) => (work.length > 0 ? [at] : []))).toEqual(weeks)
})

test('lets everything to review be seen once more in the last fortnight, and plans nothing twice in a week', () => {
  const day = (ahead: number) => daysBefore('2026-11-25', -ahead)
  const review = fc.record({
    next: fc.option(fc.integer({ min: -30, max: 320 }).map(day)),
    seen: fc.option(fc.integer({ min: -30, max: 0 }).map(day)),
  })
  fc.assert(
    fc.property(fc.array(review, { maxLength: 30 }), fc.integer({ min: 1, max: 300 }), (reviews, ahead) => {
      const days = { today: day(0), exam: day(ahead) }
      const plan = planReviews(
        reviews.map((each, work) => ({ ...each, work })),
        days,
      )
      const lastWeeks = weeksUntil(days).map(({ isLast }) => isLast)
      for (const [work, { seen }] of reviews.entries()) {
        const isSeenLast = seen !== null && seen >= daysBefore(days.exam, 14)
        expect(isSeenLast || plan.some((week, at) => lastWeeks[at] && week.includes(work))).toBe(true)
      }
      for (const week of plan) expect(new Set(week).size).toBe(week.length)
    }),
    RUNS,
  )
})
