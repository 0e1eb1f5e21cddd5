/**
 * `npm test`: every check of the project, each to its end, and one closing line `N passed, N failed`. Format, lint and
 * types count as one each; test runners count their tests. The browser tests run beside all others, since both
 * sides also wait; their output comes when the others are done.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Writable } from 'node:stream'
import { type Counts, playwrightCounts, unitTestCounts } from './quality/checks/reports.ts'
import { JEST, VITEST } from './quality/checks/unit-runners.ts'

type Step = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** Reads the step's report; without one the exit code counts as one check. */
  counts?: () => Counts
}

const USAGE = `Usage : npm test

Vérifie tout le projet : format, types, lint, tests de Jest et de Vitest, et à côté d'eux les tests dans un navigateur.
La dernière ligne les compte : N passed, N failed. Sans option ; pour une partie seulement : CONTRIBUTING.md.`

if (process.argv.length > 2) {
  const isHelp = process.argv.includes('--help')
  console[isHelp ? 'log' : 'error'](USAGE)
  process.exit(isHelp ? 0 : 2)
}

const reports = mkdtempSync(join(tmpdir(), 'reports-'))
const reportOf = (name: string) => join(reports, `${name}.json`)
const readReport = (name: string): unknown => JSON.parse(readFileSync(reportOf(name), 'utf8'))

const checks: Step[] = [
  { name: 'format', command: 'biome', args: ['ci', '.'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  {
    ...JEST,
    name: 'unit tests of infra (Jest)',
    args: ['--json', `--outputFile=${reportOf('jest')}`],
    counts: () => unitTestCounts(readReport('jest')),
  },
  {
    ...VITEST,
    name: 'unit tests (Vitest)',
    args: [...VITEST.args, '--reporter=default', '--reporter=json', `--outputFile=${reportOf('vitest')}`],
    counts: () => unitTestCounts(readReport('vitest')),
  },
]
const browserTests: Step = {
  name: 'browser tests (Playwright)',
  command: 'playwright',
  args: ['test'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('playwright') },
  counts: () => playwrightCounts(readReport('playwright')),
}

/** Bytes of output of the browser tests. */
const kept = new PassThrough({ highWaterMark: 2 ** 28 })
const beside = runStep(browserTests, kept)
const total: Counts = { passed: 0, failed: 0 }
for (const step of checks) add(await runStep(step, process.stdout))
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
      env: { ...process.env, ...env },
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

function reported(counts: () => Counts): Counts {
  try {
    return counts()
  } catch (error) {
    console.error('No report was written:', error)
    return { passed: 0, failed: 1 }
  }
}
