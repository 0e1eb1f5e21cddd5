import { expect, test } from 'vitest'
import { comingExams, waitText } from './home-content.ts'

const normale = { label: 'Session normale', date: '2027-06-03' }
const rattrapage = { label: 'Session de rattrapage', date: '2027-07-05' }

test.each([
  { today: '2027-06-01', left: [2, 34] },
  { today: '2027-06-03', left: [0, 32] },
  { today: '2027-06-04', left: [31] },
  { today: '2027-07-06', left: [] },
  { today: '2026-06-03', left: [365, 397] },
])('on $today the exams to come are $left days away', ({ today, left }) => {
  expect(comingExams([normale, rattrapage], today).map(({ days }) => days)).toEqual(left)
})

test.each([
  [0, "c'est aujourd'hui"],
  [1, "c'est demain"],
  [2, 'dans 2 jours'],
])('%i days read %j', (days, text) => {
  expect(waitText(days)).toBe(text)
})
