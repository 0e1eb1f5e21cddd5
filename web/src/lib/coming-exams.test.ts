import { describe, expect, test } from 'vitest'
import { comingExams, waitText } from './coming-exams.ts'

const normale = { label: 'Session normale', date: '2027-06-03' }
const rattrapage = { label: 'Session de rattrapage', date: '2027-07-05' }

describe('the exams to come', () => {
  test.each([
    { now: new Date(2027, 5, 1, 23, 59), left: [2, 34] },
    { now: new Date(2027, 5, 3, 0, 0), left: [0, 32] },
    { now: new Date(2027, 5, 3, 23, 59), left: [0, 32] },
    { now: new Date(2027, 5, 4, 0, 0), left: [31] },
    { now: new Date(2027, 6, 6, 0, 0), left: [] },
    { now: new Date(2026, 5, 3, 12, 0), left: [365, 397] },
  ])('at $now are $left days away', ({ now, left }) => {
    expect(comingExams([normale, rattrapage], now).map(({ days }) => days)).toEqual(left)
  })

  test('come in the order of their dates', () => {
    const exams = comingExams([rattrapage, normale], new Date(2027, 0, 1))
    expect(exams.map(({ label }) => label)).toEqual(['Session normale', 'Session de rattrapage'])
  })
})

test.each([
  [0, "c'est aujourd'hui"],
  [1, "c'est demain"],
  [2, 'dans 2 jours'],
])('%i days read %j', (days, text) => {
  expect(waitText(days)).toBe(text)
})
