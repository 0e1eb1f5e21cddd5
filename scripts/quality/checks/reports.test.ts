import { playwrightCounts, unitTestCounts } from './reports.ts'

test.each([
  { report: { numPassedTests: 5, numFailedTests: 0 }, counts: { passed: 5, failed: 0 } },
  { report: { numPassedTests: 5, numFailedTests: 2 }, counts: { passed: 5, failed: 2 } },
  {
    report: { numPassedTests: 5, numFailedTests: 0, numRuntimeErrorTestSuites: 1 },
    counts: { passed: 5, failed: 1 },
  },
  { report: { numPassedTests: 0, numFailedTests: 0 }, counts: { passed: 0, failed: 1 } },
])('a report of unit tests with $report counts as $counts', ({ report, counts }) => {
  expect(unitTestCounts(report)).toEqual(counts)
})

test('a flaky browser test counts as failed', () => {
  expect(playwrightCounts({ stats: { expected: 3, unexpected: 1, flaky: 1 } })).toEqual({
    passed: 3,
    failed: 2,
  })
})

test('a report of another shape is an error, not a success', () => {
  expect(() => unitTestCounts({})).toThrow()
})
