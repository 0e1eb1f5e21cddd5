import { spawnSync } from 'node:child_process'
import { matchesGlob, relative } from 'node:path'
import { ROOT } from '#infra/run-app.ts'
import {
  chooseRunners,
  JEST,
  LONG_ONLY,
  listLongTests,
  listUnitTests,
  type Runner,
  UnknownTest,
  VITEST,
} from './unit-runners.ts'

const FILES = [
  'infra/stages.test.ts',
  'infra/constructs/monitoring/probe.test.ts',
  'functions/probe/handler.test.ts',
  'web/src/ui/qr-code.test.tsx',
]

const jest = (...args: string[]) => ({ ...JEST, args })
const vitest = (...args: string[]) => ({ ...VITEST, args: ['run', ...args] })
const byPath = (...paths: string[]) => jest('--runTestsByPath', ...paths)

test.each([
  { args: [], runners: [jest(), vitest()] },
  { args: ['infra'], runners: [byPath('infra/stages.test.ts', 'infra/constructs/monitoring/probe.test.ts')] },
  { args: ['stages', 'infra/stages.test.ts'], runners: [byPath('infra/stages.test.ts')] },
  { args: ['functions'], runners: [vitest('functions')] },
  { args: ['probe'], runners: [byPath('infra/constructs/monitoring/probe.test.ts'), vitest('probe')] },
  { args: ['stages', 'qr-code'], runners: [byPath('infra/stages.test.ts'), vitest('qr-code')] },
  { args: ['ui', '-t', 'stages'], runners: [vitest('ui', '-t', 'stages')] },
  { args: ['-t', 'stages'], runners: [jest('-t', 'stages'), vitest('-t', 'stages')] },
])('$args are run by the right runners', ({ args, runners }) => {
  expect(chooseRunners(args, FILES)).toEqual(runners)
})

test('names the part of a path that no test has', () => {
  expect(() => chooseRunners(['stages', 'stagse'], FILES)).toThrow(new UnknownTest('stagse'))
})

test('each test file belongs to one runner, or to the long run', () => {
  const files = listUnitTests(ROOT).filter((file) => !matchesGlob(file, LONG_ONLY))
  expect(files.length).toBeGreaterThan(200)
  const jests = listed(JEST, ['--listTests']).map((path) => relative(ROOT, path))
  const vitests = listed({ ...VITEST, args: [] }, ['list', '--filesOnly']).map((line) =>
    line.replace(/^\[\w+\] /, ''),
  )
  expect([...jests, ...vitests].sort()).toEqual(files.sort())
})

test('the long run has tests of every runner', () => {
  const { unit } = listLongTests(ROOT)
  const names = chooseRunners(unit, listUnitTests(ROOT)).map(({ name }) => name)
  expect(names).toEqual([JEST.name, VITEST.name])
})

/** Names the lines of a runner. */
function listed({ command, args, env }: Runner, more: string[]): string[] {
  const { VITEST: _vitest, ...environment } = process.env
  const { stdout, stderr } = spawnSync(command, [...args, ...more], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...environment, ...env },
  })
  if (stderr) throw new Error(stderr)
  return stdout.trim().split('\n')
}
