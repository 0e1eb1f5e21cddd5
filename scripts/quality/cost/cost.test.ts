import { readFileSync } from 'node:fs'
import { bars } from '../bench/bars.ts'
import { readBasis } from './basis.ts'
import { billOf } from './bill.ts'
import { costPerThousand, costsOf, withoutSwitches } from './costs.ts'
import { studentsAt } from './limits.ts'
import { costPage } from './page.ts'
import { costOf, type Price, prices } from './prices.ts'

const basis = readBasis()
const { units, stages } = basis

test('docs/cost.md is what the script writes: npm run cost -- --write', () => {
  expect(readFileSync(new URL('../../../docs/cost.md', import.meta.url), 'utf8')).toBe(costPage(basis))
})

test('1,000 students of 20 hours a month cost no more than the bar (P15)', () => {
  expect(costPerThousand(withoutSwitches(stages.prod), units).paid).toBeLessThanOrEqual(
    bars.costPerThousand.limit.atMost,
  )
})

test('neither traces by Lambda itself nor metrics of each route are paid for', () => {
  for (const { isTraced, gateway } of Object.values(stages))
    expect({ isTraced, meteredRoutes: gateway.meteredRoutes }).toEqual({ isTraced: false, meteredRoutes: 0 })
})

const stepped: Price = { ...prices.accounts, usd: [{ upTo: 10, usd: 3 }, { upTo: 20, usd: 2 }, { usd: 1 }] }
test.each([
  { amount: 0, allowed: 0, cost: 0 },
  { amount: 4, allowed: 0, cost: 12 },
  { amount: 10, allowed: 0, cost: 30 },
  { amount: 25, allowed: 0, cost: 55 },
  { amount: 4, allowed: 5, cost: 0 },
  { amount: 25, allowed: 5, cost: 40 },
  { amount: 25, allowed: 15, cost: 15 },
])('$amount units, $allowed of them given, cost $cost', ({ amount, allowed, cost }) => {
  expect(costOf(stepped, amount, allowed)).toBe(cost)
})

test("what a stage holds uses up AWS's allowance before what students bring", () => {
  const { lambdaRequests } = costsOf({
    fixed: { lambdaRequests: 900_000 },
    variable: { lambdaRequests: 600_000 },
  })
  expect(lambdaRequests.variable.paid).toBeCloseTo(0.1)
  expect(lambdaRequests.variable.listed).toBeCloseTo(0.12)
})

test('heartbeats are most of what a student writes', () => {
  const { variable } = billOf(1, { facts: stages.prod, units })
  expect(variable.tableWrites).toBeGreaterThan(2_400)
  expect(variable.tableWrites).toBeLessThan(2_400 * 1.1)
})

test.each([
  { load: (students: number) => students / 100, value: 50, at: 5_000 },
  { load: () => 1, value: 50, at: Number.POSITIVE_INFINITY },
])('a limit is met at $at students', ({ load, value, at }) => {
  const limit = { name: '', unit: '', remedy: '', verified: true, load, value }
  expect(Math.abs(studentsAt(limit) - at) <= 1 || studentsAt(limit) === at).toBe(true)
})
