/**
 * `npm test` proves what a change can break: format, types, lint, unit tests, and the browser tests beside them.
 * `npm run test:long` (`--long`) proves with thousands of inputs, whole matrices, faults and long stories. Every step
 * runs to its end, and the last line counts: `N passed, N failed`. Format, lint and types count as one each.
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Writable } from 'node:stream'
import * as v from 'valibot'
import { ROOT } from '#infra/run-app.ts'
import { chooseRunners, listLongTests, listUnitTests, type Runner } from './quality/checks/unit-runners.ts'

type Counts = { passed: number; failed: number }

type Step = Runner & {
  /** Reads the step's report; without one the exit code counts as one check. */
  counts?: () => Counts
}

const USAGE = `Usage : npm test            ce qu'un changement peut casser, en quelques minutes
        npm run test:long   des milliers d'entrées, des matrices entières, des pannes et de longues histoires

La dernière ligne compte les vérifications : N passed, N failed. Pour une partie seulement : CONTRIBUTING.md.`

const UnitTestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  /** Files that could not be run. */
  numRuntimeErrorTestSuites: v.optional(v.number(), 0),
})
const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
})

const [option, ...others] = process.argv.slice(2)
const isLong = option === '--long'
if (others.length > 0 || (option !== undefined && !isLong)) {
  const isHelp = option === '--help'
  console[isHelp ? 'log' : 'error'](USAGE)
  process.exit(isHelp ? 0 : 2)
}

const reports = mkdtempSync(join(tmpdir(), 'reports-'))
const reportOf = (name: string) => join(reports, `${name}.json`)
const readReport = (name: string): unknown => JSON.parse(readFileSync(reportOf(name), 'utf8'))

const long = isLong ? listLongTests(ROOT) : { unit: [], browser: [] }
const environment = { ...process.env, ...(isLong && { TESTS: 'long' }) }

const ofCode: Step[] = [
  { name: 'format', command: 'biome', args: ['ci', '.'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
]
const unitTests = chooseRunners(long.unit, listUnitTests(ROOT)).map(
  (runner): Step => ({
    ...runner,
    name: `unit tests (${runner.name})`,
    args: [...runner.args, ...runner.report(reportOf(runner.name))],
    counts: () => unitTestCounts(readReport(runner.name)),
  }),
)
const browserTests: Step = {
  name: 'browser tests (Playwright)',
  command: 'playwright',
  args: ['test', ...long.browser],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('playwright') },
  counts: () => playwrightCounts(readReport('playwright')),
}

/** Bytes of output of the browser tests, which comes when the others are done. */
const kept = new PassThrough({ highWaterMark: 2 ** 28 })
const beside = runStep(browserTests, kept)
const total: Counts = { passed: 0, failed: 0 }
for (const step of [...(isLong ? [] : ofCode), ...unitTests]) add(await runStep(step, process.stdout))
kept.pipe(process.stdout)
add(await beside)
rmSync(reports, { recursive: true })

console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

function add({ passed, failed }: Counts): void {
  total.passed += passed
  total.failed += failed
}

async function runStep(step: Step, output: Writable): Promise<Counts> {
  const started = performance.now()
  output.write(`\n── ${step.name}\n`)
  const { passed, failed } = await run(step, output)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  output.write(`── ${step.name}: ${passed} passed, ${failed} failed, ${seconds} s\n`)
  return { passed, failed }
}

/** Runs a step to its end. A runner that fails without naming a test counts as one failure more. */
async function run({ command, args, env, counts }: Step, output: Writable): Promise<Counts> {
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: output === process.stdout ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: { ...environment, ...env },
      shell: process.platform === 'win32',
    })
    for (const stream of [child.stdout, child.stderr]) stream?.pipe(output, { end: false })
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (!counts) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const { passed, failed } = reported(counts)
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed }
}

/** No report, or no test at all, is a failure. */
function reported(counts: () => Counts): Counts {
  try {
    const { passed, failed } = counts()
    return passed + failed === 0 ? { passed, failed: 1 } : { passed, failed }
  } catch (error) {
    console.error('No report was written:', error)
    return { passed: 0, failed: 1 }
  }
}

function unitTestCounts(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = v.parse(UnitTestReport, report)
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites }
}

/** A flaky test is a broken one. */
function playwrightCounts(report: unknown): Counts {
  const { expected, unexpected, flaky } = v.parse(PlaywrightReport, report).stats
  return { passed: expected, failed: unexpected + flaky }
}
