import { readSections } from '../generated-sections.ts'
import { isWithin } from '../limits.ts'
import {
  costOf,
  costPerThousand,
  costSections,
  fixedAmounts,
  readBasis,
  readRouteUnits,
  strangersCalls,
  studentAmounts,
} from './bill.ts'

test('docs/cost.md holds what npm run cost -- --write writes', () => {
  expect(readSections('docs/cost.md')).toEqual(costSections())
})

test('a month of 1,000 students is within the promised cost', () => {
  const value = costPerThousand()
  expect({ value, held: isWithin({ limit: 'costPerThousand', of: '', value }) }).toEqual({
    value,
    held: true,
  })
})

test('the allowance of a price is deducted once', () => {
  expect(costOf({ lambdaRequests: 1_500_000 })).toBeCloseTo(0.1)
  expect(costOf({ lambdaRequests: 1_500_000 }, { allowances: false })).toBeCloseTo(0.3)
  expect(costOf({ lambdaRequests: 900_000 })).toBe(0)
})

test('one machine without the firewall causes less than 40 USD an hour by any limited call', () => {
  const calls = strangersCalls(readBasis())
  const perHour = calls.map((call) => call.perHour * call.usdEach)
  expect(calls.filter((_, index) => !((perHour[index] ?? Number.NaN) < 40))).toEqual([])
})

test('a deployed prod pays the key of its alarms', () => {
  expect(fixedAmounts(readBasis()).keys).toBe(1)
})

test('heartbeats are most of what a student writes', () => {
  const { tableWrites } = studentAmounts(1, readBasis())
  expect(tableWrites).toBeGreaterThan(2_400)
  expect(tableWrites).toBeLessThan(2_400 * 1.25)
})

test('a table of units that lacks a route is refused', () => {
  expect(() => readRouteUnits('| GET /api/health | none | 0 | 0 |')).toThrow('GET /api/subjects')
})
