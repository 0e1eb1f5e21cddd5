/**
 * `npm test`: every check of the project, one after the other, each to its end, and one closing line
 * `N passed, N failed`. Format, lint and types count as one each; test runners count their tests.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Counts, jestCounts, playwrightCounts } from './quality/checks/reports.ts'

type Step = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** Reads the step's report; without one the exit code counts as one check. */
  counts?: () => Counts
}

if (process.argv.length > 2) {
  console.error("npm test ne prend pas d'option.")
  process.exit(2)
}

const reports = mkdtempSync(join(tmpdir(), 'reports-'))
const reportOf = (name: string) => join(reports, `${name}.json`)
const readReport = (name: string): unknown => JSON.parse(readFileSync(reportOf(name), 'utf8'))

const steps: Step[] = [
  { name: 'format', command: 'biome', args: ['ci', '.'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  {
    name: 'shared, functions, infra, scripts (Jest)',
    command: 'jest',
    // A test that failed may leave a server open; the run ends all the same.
    args: ['--forceExit', '--json', `--outputFile=${reportOf('jest')}`],
    env: { NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' },
    counts: () => jestCounts(readReport('jest')),
  },
  {
    name: 'web (Vitest)',
    command: 'vitest',
    args: [
      'run',
      '--root',
      'web',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${reportOf('vitest')}`,
    ],
    counts: () => jestCounts(readReport('vitest')),
  },
  {
    name: 'browser tests (Playwright)',
    command: 'playwright',
    args: ['test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('playwright') },
    counts: () => playwrightCounts(readReport('playwright')),
  },
]

const total: Counts = { passed: 0, failed: 0 }
for (const step of steps) {
  const started = performance.now()
  console.log(`\n── ${step.name}`)
  const { passed, failed } = await run(step)
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`── ${step.name}: ${passed} passed, ${failed} failed, ${seconds} s`)
}
rmSync(reports, { recursive: true })

console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

/** Runs a step to its end. A runner that fails without saying which test did counts as one failure more. */
async function run({ command, args, env, counts }: Step): Promise<Counts> {
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    })
    child.once('error', reject)
    child.once('exit', resolve)
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
