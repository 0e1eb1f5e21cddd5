import { findFailures, growthByProcess, type MemorySample } from './soak.ts'

const samplesOf = (values: readonly number[]): MemorySample[] => values.map((site) => ({ site, table: 30 }))
const flat = samplesOf([50, 80, 100, 101, 100, 99, 102, 100])

test.each([
  { what: 'flat after its start', samples: flat, growth: 1 },
  { what: 'growing', samples: samplesOf([100, 110, 120, 130, 140, 150, 160, 170]), growth: 1.3 },
  { what: 'given back', samples: samplesOf([100, 100, 200, 200, 100, 100, 100, 100]), growth: 0.5 },
])('measures memory that is $what', ({ samples, growth }) => {
  const [[, site] = ['', 0], [, table] = ['', 0]] = growthByProcess(samples)
  expect(site).toBeCloseTo(growth, 1)
  expect(table).toBe(1)
})

const good = { errors: 0, timeouts: 0, non2xx: 0, requests: { total: 1_200 } }
const form = { seconds: 60, rate: 20 }

test('accepts a run without errors and with flat memory', () => {
  expect(findFailures(good, flat, form)).toEqual([])
})

test.each([
  { what: 'a refused request', result: { ...good, non2xx: 1 }, samples: flat },
  { what: 'a broken connection', result: { ...good, errors: 1 }, samples: flat },
  { what: 'a request without an answer', result: { ...good, timeouts: 1 }, samples: flat },
  { what: 'a load that was not sent', result: { ...good, requests: { total: 900 } }, samples: flat },
  { what: 'memory that grows', result: good, samples: samplesOf([1, 1, 100, 100, 105, 110, 115, 120]) },
  { what: 'memory that was not measured', result: good, samples: flat.slice(0, 3) },
])('refuses $what', ({ result, samples }) => {
  expect(findFailures(result, samples, form)).not.toEqual([])
})
