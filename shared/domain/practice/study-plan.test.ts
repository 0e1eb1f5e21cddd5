import * as fc from 'fast-check'
import { RUNS } from '../../test-support/runs.ts'
import { daysBefore } from '../days/moroccan-day.ts'
import { planStudy, planWeeks } from './study-plan.ts'

test('begins weeks on Mondays, the first one today, and ends the last one on the eve', () => {
  // 2026-11-25 is a Wednesday.
  expect(planWeeks(['a', 'b', 'c'], { today: '2026-11-25', exam: '2026-12-09' })).toEqual([
    { from: '2026-11-25', until: '2026-11-29', work: ['a'] },
    { from: '2026-11-30', until: '2026-12-06', work: ['b'] },
    { from: '2026-12-07', until: '2026-12-08', work: ['c'] },
  ])
})

test('spreads work over the weeks, and plans nothing for an examination today or before', () => {
  const plan = planWeeks(Array.from({ length: 5 }), { today: '2026-11-25', exam: '2026-12-09' })
  expect(plan.map((week) => week.work.length)).toEqual([2, 2, 1])
  for (const exam of ['2026-11-25', '2026-11-24'])
    expect(planWeeks(['a'], { today: '2026-11-25', exam })).toEqual([])
})

test('plans one urgent piece a week from now on, and spreads the rest', () => {
  const days = { today: '2026-11-25', exam: '2026-12-09' }
  expect(
    planStudy({ urgent: ['chapter 1', 'chapter 2'], rest: ['paper 1', 'paper 2', 'paper 3'] }, days),
  ).toEqual([
    { from: '2026-11-25', until: '2026-11-29', work: ['chapter 1', 'paper 1'] },
    { from: '2026-11-30', until: '2026-12-06', work: ['chapter 2', 'paper 2'] },
    { from: '2026-12-07', until: '2026-12-08', work: ['paper 3'] },
  ])
})

test('plans every piece of both kinds once, over the same weeks, with at most one urgent piece of difference', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.nat(40), fc.integer({ min: -3, max: 300 }), (urgent, rest, ahead) => {
      const days = { today: '2026-11-25', exam: daysBefore('2026-11-25', -ahead) }
      const pieces = (kind: string, count: number) =>
        Array.from({ length: count }, (_, index) => `${kind} ${index}`)
      const work = { urgent: pieces('urgent', urgent), rest: pieces('rest', rest) }
      const plan = planStudy(work, days)
      expect(plan.map(({ from }) => from)).toEqual(planWeeks([], days).map(({ from }) => from))
      const planned = plan.flatMap((week) => week.work)
      const all = plan.length === 0 ? [] : [...work.urgent, ...work.rest]
      expect(planned.toSorted()).toEqual(all.toSorted())
      const counts = plan.map((week) => week.work.filter((each) => each.startsWith('urgent')).length)
      expect(counts).toEqual(counts.toSorted((one, other) => other - one))
      expect((counts[0] ?? 0) - (counts.at(-1) ?? 0)).toBeLessThanOrEqual(1)
    }),
    RUNS,
  )
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
  const days = { today: '2026-11-25', exam: '2026-12-23' }
  const plan = planStudy({ urgent: [], rest: [], reviews: [{ work: 'a', next, seen }] }, days)
  expect(plan.flatMap(({ work }, at) => (work.length > 0 ? [at] : []))).toEqual(weeks)
})

test('lets everything to review be seen once more in the last fortnight, and plans nothing twice in a week', () => {
  const day = (ahead: number) => daysBefore('2026-11-25', -ahead)
  const review = fc.record({
    next: fc.option(fc.integer({ min: -30, max: 320 }).map(day)),
    seen: fc.option(fc.integer({ min: -30, max: 0 }).map(day)),
  })
  fc.assert(
    fc.property(fc.array(review, { maxLength: 30 }), fc.integer({ min: 1, max: 300 }), (reviews, ahead) => {
      const exam = day(ahead)
      const plan = planStudy(
        { urgent: [], rest: [], reviews: reviews.map((each, work) => ({ ...each, work })) },
        { today: day(0), exam },
      )
      for (const [work, { seen }] of reviews.entries()) {
        const weeks = plan.filter((week) => week.work.includes(work))
        const isSeenLast = seen !== null && seen >= daysBefore(exam, 14)
        expect(isSeenLast || weeks.some(({ from }) => from >= daysBefore(exam, 14))).toBe(true)
      }
      for (const { work } of plan) expect(new Set(work).size).toBe(work.length)
    }),
    RUNS,
  )
})
