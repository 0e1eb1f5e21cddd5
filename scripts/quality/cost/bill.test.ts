import { readSections } from '../generated-sections.ts'
import { isWithin } from '../limits.ts'
import { costOfEntering, costPerThousand, costSections, readRouteUnits } from './bill.ts'

test('docs/performance.md holds what npm run cost -- --write writes', () => {
  expect(readSections('docs/performance.md')).toMatchObject(costSections())
})

test('a month of 1,000 students is within the promised cost', () => {
  const value = costPerThousand()
  expect({ value, held: isWithin({ limit: 'costPerThousand', of: '', value }) }).toEqual({
    value,
    held: true,
  })
})

test('documents that owners enter one by one cost no more than two dollars for 1,200 of them', () => {
  expect(costOfEntering(1_200)).toBeLessThan(2)
  // A replaced document is invalidated twice, at half a cent each.
  expect(costOfEntering(1_200, { isReplaced: true }) - costOfEntering(1_200)).toBeGreaterThan(11)
})

test('a table of units that lacks a route is refused', () => {
  expect(() => readRouteUnits('| GET /api/health | none | 0 | 0 |')).toThrow('GET /api/subjects')
})
