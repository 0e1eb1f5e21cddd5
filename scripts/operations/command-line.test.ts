import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { ROOT } from '#infra/run-app.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { defineCommand, flag, runCommand, stageOption, wholeNumber } from './command-line.ts'
import { openStagePool, openStageTable, openStoredTable } from './stage-access.ts'
import { json, startAws } from './test-support/aws.ts'
import type { Answer } from './test-support/try-commands.ts'

let out: string
let err: string
beforeEach(() => {
  out = ''
  err = ''
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (out += `${text}\n`))
  vi.spyOn(console, 'error').mockImplementation((text: string) => void (err += `${text}\n`))
})
afterEach(() => vi.restoreAllMocks())

const USAGE = 'Usage : npm run essai -- --stage <dev|prod> [--force] [--rounds <n>]'
const commandThat = (run: (values: object) => void) =>
  defineCommand({
    name: 'npm run essai',
    summary: 'Un essai.',
    options: {
      stage: stageOption("l'installation\nà essayer", ['dev', 'prod']),
      force: flag('sans demander'),
      rounds: wholeNumber('rounds', { from: 1, to: 9, standard: 3 }, 'combien de tours'),
    },
    notes: 'Rien de plus.',
    run: async (values) => run(values),
  })

test.each([
  { args: ['--stage', 'dev'], values: { stage: 'dev', force: false, rounds: 3 } },
  { args: ['--rounds=9', '--force', '--stage=prod'], values: { stage: 'prod', force: true, rounds: 9 } },
])('passes $args to the command as values and exits with 0', async ({ args, values }) => {
  const run = vi.fn()
  expect(await runCommand(commandThat(run), args)).toBe(0)
  expect(run.mock.calls).toEqual([[values]])
})

test.each([
  ['an unknown option', ['--autre'], 'Option inconnue : --autre.'],
  ['a positional argument', ['prod'], 'Argument inattendu : prod.'],
  ['an option without its value', ['--stage'], '--stage demande une valeur.'],
  ['a flag with a value', ['--force=oui'], '--force ne prend pas de valeur.'],
  ['a missing option', [], '--stage doit nommer une installation : dev, prod.'],
  ['an unknown stage', ['--stage', 'local'], '--stage doit nommer une installation : dev, prod.'],
  [
    'a number out of range',
    ['--stage', 'dev', '--rounds', '10'],
    '--rounds doit être un nombre entier de 1 à 9.',
  ],
  ['no number', ['--stage', 'dev', '--rounds', '1.5'], '--rounds doit être un nombre entier de 1 à 9.'],
])('%s exits with 2, one French sentence and the usage line', async (_, args, sentence) => {
  expect(await runCommand(commandThat(vi.fn()), args)).toBe(2)
  expect(err).toBe(`${sentence}\n${USAGE}\n--help affiche l'aide.\n`)
})

const named = (name: string, message: string) => Object.assign(new Error(message), { name })

test.each([
  { what: 'a missing file', path: '/nulle/part.csv', says: "/nulle/part.csv ne s'ouvre pas (ENOENT)." },
  { what: 'a folder', path: '/', says: "Ce fichier ne s'ouvre pas (EISDIR)." },
])('$what exits with 2 and one French sentence', async ({ path, says }) => {
  const reads = commandThat(() => void readFileSync(path))
  expect(await runCommand(reads, ['--stage', 'dev'])).toBe(2)
  expect(err.split('\n')[0]).toBe(says)
})

test.each([
  ['an error', new Error('Le fichier manque.'), 'Le fichier manque.'],
  ['no credentials', named('CredentialsProviderError', 'Could not load'), 'aws sso login'],
  [
    'a table that does not answer',
    new DomainError('TEMPORARILY_UNAVAILABLE'),
    'La table ne répond pas (TEMPORARILY_UNAVAILABLE). Relancez la commande.',
  ],
])('%s exits with 1 and one message, without a stack', async (_, error, words) => {
  const fails = commandThat(() => {
    throw error
  })
  expect(await runCommand(fails, ['--stage', 'dev'])).toBe(1)
  expect(err).toContain(words)
  expect(err).not.toMatch(/^ +at /m)
  expect(err).not.toContain(USAGE)
})

/** Commands of package.json for operators: name in npm, and file. */
function operatorCommands(): [name: string, path: string][] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return Object.entries(scripts).flatMap(([name, line]) => {
    const path = /^node (?:scripts\/bootstrap\.mjs )?(scripts\/[\w/-]+\.ts)/.exec(line)?.[1]
    return path === undefined || name.startsWith('test') ? [] : [[name, path]]
  })
}

let answers: Answer[]
beforeAll(() => {
  const paths = operatorCommands().map(([, path]) => path)
  const tried = ['scripts/operations/test-support/try-commands.ts', ...new Set(paths)]
  answers = JSON.parse(execFileSync(process.execPath, tried, { cwd: ROOT, encoding: 'utf8' })) as Answer[]
})

test('every command of package.json answers --help with its usage', () => {
  const commands = operatorCommands()
  expect(commands.map(([name]) => name)).toEqual(
    expect.arrayContaining(['start', 'deploy', 'create-owner', 'import', 'export', 'backup', 'restore']),
  )
  for (const { path, code, out: help } of answers) {
    expect([path, code, help]).toEqual([path, 0, expect.stringMatching(/^Usage : npm (?:run \S+|start)/)])
    expect(help).toContain('--help')
  }
  expect(answers).toHaveLength(new Set(commands.map(([, path]) => path)).size)
})

describe('the stage', () => {
  test.each([
    { name: 'openStageTable', open: () => openStageTable('dev') },
    { name: 'openStoredTable', open: () => openStoredTable('dev') },
  ])("$name opens the table in the stage's region, whatever the terminal is set to", async ({ open }) => {
    process.env.AWS_REGION = 'us-east-1'
    const { client, name } = await open()
    expect([name, await client.config.region()]).toEqual(['revision-dev', 'eu-west-3'])
    client.destroy()
  })

  test('has the user pool that its deployment names, and none where it is not deployed', async () => {
    const aws = await startAws(({ parameters: { Name } }) =>
      Name === '/revision/dev/user-pool-id'
        ? json({ Parameter: { Value: 'eu-west-3_New' } })
        : json({ __type: 'ParameterNotFound' }, 400),
    )
    Object.assign(process.env, aws.environment)
    expect((await openStagePool('dev')).userPoolId).toBe('eu-west-3_New')
    await expect(openStagePool('staging')).rejects.toThrow('est-il déployé')
    aws.stop()
  })
})
