import { readRouteUnits } from '../cost/bill.ts'
import { readSections } from '../generated-sections.ts'
import { formatLimit, formatValue, isWithin, limits } from '../limits.ts'
import { measureApi, routeFigures } from './api.ts'
import { figureTable } from './report.ts'

test('docs/performance.md shows the round trips, units and cost of today', () => {
  expect(readSections('docs/performance.md')['api']).toContain(figureTable(measureApi()))
})

test('every route stays within its limits; api.ts names the requests that may exceed them, and why', () => {
  const exceeding = routeFigures(readRouteUnits()).filter((figure) => !isWithin(figure))
  const lines = exceeding.map(
    (figure) =>
      `${figure.of}: ${formatValue(figure)}, ${limits[figure.limit].name} ${formatLimit(figure.limit)}`,
  )
  expect(lines).toEqual([])
})

test.each([
  { limit: 'homeScript', value: 97, held: true },
  { limit: 'homeScript', value: 97.0001, held: false },
  { limit: 'heartbeatWrites', value: 0, held: false },
  { limit: 'homeScript', value: Number.NaN, held: false },
] as const)('$value of $limit is held: $held', ({ limit, value, held }) => {
  expect(isWithin({ limit, of: 'home', value })).toBe(held)
})
