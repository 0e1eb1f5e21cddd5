import { readSections } from '../generated-sections.ts'
import { isWithin } from '../limits.ts'
import { costOfLine, createBill } from './bill.ts'
import { callCosts } from './call-costs.ts'
import { costPerThousand, costSections, readBasis } from './page.ts'
import { priceOf, prices } from './prices.ts'
import { parseRouteUnits } from './route-units.ts'
import { student, studentCalls, traffic } from './usage.ts'

test('docs/cost.md holds what npm run cost -- --write writes', () => {
  expect(readSections('docs/cost.md')).toEqual(costSections())
})

test('a month of 1,000 students is within the promised cost', () => {
  const value = costPerThousand().paid
  expect({ value, held: isWithin({ limit: 'costPerThousand', of: '', value }) }).toEqual({
    value,
    held: true,
  })
})

const stepped = {
  ...prices.accounts,
  steps: [
    { upTo: 10, usd: 3 },
    { upTo: 20, usd: 2 },
    { upTo: Number.POSITIVE_INFINITY, usd: 1 },
  ],
}
test.each([
  { amount: 0, given: 0, cost: 0 },
  { amount: 4, given: 0, cost: 12 },
  { amount: 10, given: 0, cost: 30 },
  { amount: 25, given: 0, cost: 55 },
  { amount: 4, given: 5, cost: 0 },
  { amount: 25, given: 5, cost: 40 },
  { amount: 25, given: 15, cost: 15 },
])('$amount units of a price in steps, $given of them given, cost $cost', ({ amount, given, cost }) => {
  expect(priceOf(stepped, amount, given)).toBe(cost)
})

test('what a stage holds uses up the allowance before what students add', () => {
  const bill = { fixed: { lambdaRequests: 900_000 }, variable: { lambdaRequests: 600_000 } }
  const { variable } = costOfLine(bill, 'lambdaRequests')
  expect(variable.paid).toBeCloseTo(0.1)
  expect(variable.listed).toBeCloseTo(0.12)
})

test('one machine without the firewall causes less than 40 USD an hour by calls that have a limit', () => {
  const limited = callCosts(readBasis()).flatMap(({ what, perHour }) =>
    perHour === null ? [] : [{ what, perHour }],
  )
  expect(limited.length).toBeGreaterThan(10)
  expect(limited.filter(({ perHour }) => perHour > 40)).toEqual([])
})

test('a deployed prod pays the key of its alarms', () => {
  expect(createBill(0, readBasis()).fixed.keys).toBe(1)
})

test('each request of a document or a film runs a function at the edge', () => {
  const { edgeFunctions } = createBill(1, readBasis()).variable
  const { requestsPerDocument, requestsPerVideo, videos, siteRequestsPerVisit } = traffic
  const files = studentCalls.getTicket * requestsPerDocument + videos * requestsPerVideo
  expect(edgeFunctions).toBeGreaterThanOrEqual(files + 2 * student.visits * siteRequestsPerVisit)
})

test('heartbeats are most of what a student writes', () => {
  const { tableWrites } = createBill(1, readBasis()).variable
  expect(tableWrites).toBeGreaterThan(2_400)
  expect(tableWrites).toBeLessThan(2_400 * 1.12)
})

test('a table of units that lacks a route is refused', () => {
  expect(() => parseRouteUnits('| GET /api/health | none | 0 | 0 |')).toThrow('GET /api/subjects')
})
