import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jest } from '@jest/globals'
import { DomainError } from '#shared/domain/domain-error.ts'
import { ROOT } from './cdk.ts'
import { BadArguments, DEPLOYED_STAGES, defineCommand, runCommand, stageNamed } from './command-line.ts'
import type { Answers } from './test-support/try-commands.ts'

let out: string
let err: string
beforeEach(() => {
  out = ''
  err = ''
  jest.spyOn(console, 'log').mockImplementation((text: string) => void (out += `${text}\n`))
  jest.spyOn(console, 'error').mockImplementation((text: string) => void (err += `${text}\n`))
})
afterEach(() => jest.restoreAllMocks())

const USAGE = 'Usage : npm run essai -- --stage <nom>'
const commandThat = (run: (stage: string | undefined) => void) =>
  defineCommand({
    usage: USAGE,
    options: { stage: { type: 'string' } },
    run: async ({ stage }) => run(stage),
  })

test('a command gets its options and ends with 0', async () => {
  const seen: unknown[] = []
  expect(
    await runCommand(
      commandThat((stage) => seen.push(stage)),
      ['--stage', 'dev'],
    ),
  ).toBe(0)
  expect(seen).toEqual(['dev'])
})

test('--help shows the usage and does nothing', async () => {
  const run = jest.fn()
  expect(await runCommand(commandThat(run), ['--help', '--stage', 'dev'])).toBe(0)
  expect(out).toBe(`${USAGE}\n`)
  expect(run).not.toHaveBeenCalled()
})

test.each([
  ['an unknown option', ['--autre'], '--autre'],
  ['a word that is no option', ['prod'], 'prod'],
  ['an option without its value', ['--stage'], '--stage'],
  ['values that make no sense', ['--stage', 'lune'], 'local, dev, staging, prod'],
])('%s ends with 2 and the usage', async (_, args, words) => {
  expect(
    await runCommand(
      commandThat((stage) => void stageNamed(stage)),
      args,
    ),
  ).toBe(2)
  expect(err).toContain(words)
  expect(err).toContain(USAGE)
})

const named = (name: string, message: string) => Object.assign(new Error(message), { name })

test.each([
  ['an error', new Error('Le fichier manque.'), 'Le fichier manque.'],
  ['no credentials', named('CredentialsProviderError', 'Could not load'), 'aws sso login'],
  [
    'no credentials for the table',
    new DomainError('TEMPORARILY_UNAVAILABLE', { cause: named('CredentialsProviderError', '') }),
    'aws sso login',
  ],
  [
    'a table that does not answer',
    new DomainError('TEMPORARILY_UNAVAILABLE'),
    'La table ne répond pas (TEMPORARILY_UNAVAILABLE). Relancez la commande.',
  ],
  [
    'faults of what was given',
    new DomainError('INVALID_REQUEST', { errors: [{ path: '', message: 'Le fichier est vide' }] }),
    'Le fichier est vide',
  ],
])('%s ends with 1 and one message, without a stack', async (_, error, words) => {
  const fails = commandThat(() => {
    throw error
  })
  expect(await runCommand(fails, [])).toBe(1)
  expect(err).toContain(words)
  expect(err).not.toMatch(/^ +at /m)
  expect(err).not.toContain(USAGE)
})

test('a stage must be one that the command knows', () => {
  expect(stageNamed('local')).toBe('local')
  expect(stageNamed('prod', DEPLOYED_STAGES)).toBe('prod')
  expect(() => stageNamed('local', DEPLOYED_STAGES)).toThrow(BadArguments)
  expect(() => stageNamed(undefined)).toThrow('--stage doit nommer une installation')
})

/** npm's names and the files of what an operator runs: all scripts of ours but the test run itself. */
function operatorCommands(): [name: string, path: string][] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return Object.entries(scripts).flatMap(([name, line]) => {
    const path = /^node (?:scripts\/bootstrap\.mjs )?(scripts\/[\w/-]+\.ts)/.exec(line)?.[1]
    return path === undefined || name === 'test' ? [] : [[name, path]]
  })
}

test('every command of package.json answers --help with its usage, and an unknown option with 2', () => {
  const commands = operatorCommands()
  expect(commands.map(([name]) => name)).toEqual(
    expect.arrayContaining(['start', 'deploy', 'destroy', 'create-owner', 'import', 'export']),
  )
  const paths = [...new Set(commands.map(([, path]) => path))]
  const answers = JSON.parse(
    execFileSync(process.execPath, ['scripts/operations/test-support/try-commands.ts', ...paths], {
      cwd: ROOT,
      encoding: 'utf8',
    }),
  ) as Answers[]
  for (const { path, help, unknown } of answers) {
    expect([path, help.code, help.err]).toEqual([path, 0, ''])
    expect(help.out).toMatch(/^Usage : npm (?:run \S+|start)/)
    expect(help.out).toContain('--help')
    expect([path, unknown.code, unknown.out]).toEqual([path, 2, ''])
    expect(unknown.err).toContain('--option-inconnue')
    expect(unknown.err).toContain(help.out.trim())
  }
  expect(answers).toHaveLength(paths.length)
})

test('the exit code is that of the process', () => {
  const script = join(ROOT, 'scripts/destroy.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--stage', 'lune'], {
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain('--stage doit nommer une installation')
})
