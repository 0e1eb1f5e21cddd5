import * as v from 'valibot'

/** Numbers of passed and failed checks. */
export type Counts = { passed: number; failed: number }

const UnitTestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  /** Files that could not be run. */
  numRuntimeErrorTestSuites: v.optional(v.number(), 0),
})

/** Reads a JSON report of Jest or Vitest, which have the same form. No test at all is a failure. */
export function unitTestCounts(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = v.parse(UnitTestReport, report)
  return orFailure({ passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites })
}

const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
})

/** Reads Playwright's JSON report. A flaky test is a broken one. */
export function playwrightCounts(report: unknown): Counts {
  const { expected, unexpected, flaky } = v.parse(PlaywrightReport, report).stats
  return orFailure({ passed: expected, failed: unexpected + flaky })
}

function orFailure(counts: Counts): Counts {
  return counts.passed + counts.failed === 0 ? { passed: 0, failed: 1 } : counts
}
