import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob, sep } from 'node:path'

export type Runner = { name: string; command: string; args: string[]; env?: Record<string, string> }
type UnitTestRunner = Runner & {
  /** Options for a report in a file of JSON. */
  report: (path: string) => string[]
}

/** Its support of ES modules needs that of Node. */
export const JEST: UnitTestRunner = {
  name: 'Jest',
  command: 'jest',
  args: [],
  report: (path) => ['--json', `--outputFile=${path}`],
  env: { NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' },
}

export const VITEST: UnitTestRunner = {
  name: 'Vitest',
  command: 'vitest',
  args: ['run'],
  report: (path) => ['--reporter=default', '--reporter=json', `--outputFile=${path}`],
}

/** Files that `npm test` leaves to the long run. */
export const LONG_ONLY = '**/*.long.{test,spec}.{ts,tsx}'

/** With slashes on every platform. */
export function listUnitTests(root: string): string[] {
  return list(root, '{shared,functions,infra,scripts,web}/**/*.test.{ts,tsx}')
}

/**
 * Those that the long run alone runs, and those that try more there, which they read from shared/test-support/runs.ts.
 */
export function listLongTests(root: string): { unit: string[]; browser: string[] } {
  const isLong = (file: string) =>
    matchesGlob(file, LONG_ONLY) || readFileSync(join(root, file), 'utf8').includes('test-support/runs.ts')
  return {
    unit: listUnitTests(root).filter(isLong),
    browser: list(root, 'web/e2e/*.spec.ts').filter(isLong),
  }
}

const list = (root: string, pattern: string) =>
  globSync(pattern, { cwd: root }).map((path) => path.replaceAll(sep, '/'))

export class UnknownTest extends Error {}

/**
 * @param args parts of paths, none for all tests, and after them options for the runners
 * @throws UnknownTest with the part of a path that no test has
 */
export function chooseRunners(args: readonly string[], files: readonly string[]): UnitTestRunner[] {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'))
  const parts = firstOption === -1 ? args : args.slice(0, firstOption)
  const options = args.slice(parts.length)
  const filesWith = (part: string) => files.filter((file) => file.includes(part))
  const unknown = parts.find((part) => filesWith(part).length === 0)
  if (unknown !== undefined) throw new UnknownTest(unknown)
  // Jest would take a part as a pattern for the folders above the project too.
  const ofJest = [...new Set(parts.flatMap(filesWith))].filter(isOfInfra)
  const ofVitest = parts.filter((part) => !filesWith(part).every(isOfInfra))
  const isAll = parts.length === 0
  return [
    ...(isAll || ofJest.length > 0 ? [withArgs(JEST, isAll ? [] : ['--runTestsByPath', ...ofJest])] : []),
    ...(isAll || ofVitest.length > 0 ? [withArgs(VITEST, ofVitest)] : []),
  ].map((runner) => withArgs(runner, options))
}

const isOfInfra = (file: string) => file.startsWith('infra/')

const withArgs = (runner: UnitTestRunner, more: readonly string[]): UnitTestRunner => ({
  ...runner,
  args: [...runner.args, ...more],
})
