import { readRouteUnits } from '../cost/bill.ts'
import { readSections } from '../generated-sections.ts'
import { formatLimit, formatValue, isWithin, limits } from '../limits.ts'
import { measureApi, routeFigures } from './api.ts'
import { figureTable, median, readDocumentedFigures, summaryTable } from './report.ts'

test('docs/performance.md shows the round trips, units and cost of today', () => {
  expect(readSections('docs/performance.md')['api']).toContain(figureTable(measureApi()))
})

test('README.md shows the figures of docs/performance.md', () => {
  expect(readSections('README.md')['figures']).toBe(summaryTable(readDocumentedFigures()))
})

const REMEDY = 'scripts/quality/bench/api.ts names the requests that may exceed it, and why'

test.each(routeFigures(readRouteUnits()))('$limit of $of', (figure) => {
  const promise = `${limits[figure.limit].name} ${formatLimit(figure.limit)}; ${REMEDY}`
  expect(isWithin(figure), `${formatValue(figure)} measured, ${promise}`).toBe(true)
})

test.each([
  { limit: 'homeScript', value: 110, held: true },
  { limit: 'homeScript', value: 110.0001, held: false },
  { limit: 'layoutShift', value: 0, held: true },
  { limit: 'layoutShift', value: 0.0001, held: false },
  { limit: 'heartbeatWrites', value: 0, held: false },
  { limit: 'homeScript', value: Number.NaN, held: false },
  { limit: 'coldStart', value: 7, held: true },
  { limit: 'coldStart', value: Number.NaN, held: false },
] as const)('$value of $limit is held: $held', ({ limit, value, held }) => {
  expect(isWithin({ limit, of: 'home', value })).toBe(held)
})

test('a limit that is slightly exceeded looks exceeded', () => {
  expect(formatValue({ limit: 'paintRatio', value: 1.1001 })).toBe('1.11 ×')
})

const measured = [
  { limit: 'pageScript', of: 'a chapter', value: 100 },
  { limit: 'pageScript', of: 'subjects', value: 104 },
  { limit: 'pageScript', of: 'videos', value: 900 },
  { limit: 'pageScript', of: 'a paper', value: 901 },
] as const

test('a table shows the worst within a limit, and the worst that exceeds it', () => {
  expect(figureTable(measured).split('\n').slice(2)).toEqual([
    expect.stringMatching(/subjects and 1 more +\| 104 kB +\|/),
    expect.stringMatching(/a paper and 1 more +\| 901 kB \*\*exceeded\*\* +\|/),
  ])
})

test('the summary says the worst figure of a limit in words, beside what is promised', () => {
  const figures = [3.1, 3.4, 2.9].map((value) => ({ limit: 'firstPaper', of: 'a paper', value }) as const)
  const [, , ...rows] = summaryTable([...figures, ...measured]).split('\n')
  expect(rows).toEqual([expect.stringMatching(/^\| from the tap .* \| 3.4 s +\| at most 4.2 s +\|$/)])
})

test.each([
  { values: [3, 1, 2], middle: 2 },
  { values: [1], middle: 1 },
  { values: [], middle: Number.NaN },
])('the median of $values is $middle', ({ values, middle }) => {
  expect(median(values)).toBe(middle)
})
