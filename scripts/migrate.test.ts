import { jest } from '@jest/globals'
import { command } from './migrate.ts'
import { runCommand } from './operations/command-line.ts'

describe('the command', () => {
  const given = ['--stage', 'local', '--from', 'export']

  test.each([
    [['--help'], 0, 'Usage : npm run migrate'],
    [['--stage', 'local'], 2, '--from doit nommer le dossier'],
    [['--from', 'export'], 2, '--stage doit nommer une installation'],
    [[...given, '--only', 'profiles,active_sessions'], 2, '--only doit nommer des tables'],
    [[...given, '--premium-until', '2020-01-01'], 2, 'un jour à venir'],
    [[...given, '--premium-until', '2099-02-31'], 2, 'un jour à venir'],
    [given, 1, 'Le mode local ne répond pas'],
  ])('with %j ends with %i', async (args, code, words) => {
    const said: string[] = []
    const listen = (line: unknown) => void said.push(String(line))
    jest.spyOn(console, 'log').mockImplementation(listen)
    jest.spyOn(console, 'error').mockImplementation(listen)
    // Nothing listens there: no local cloud is touched.
    const { PORT } = process.env
    process.env.PORT = '9'
    expect(await runCommand(command, args)).toBe(code)
    expect(said.join('\n')).toContain(words)
    if (PORT === undefined) delete process.env.PORT
    else process.env.PORT = PORT
    jest.restoreAllMocks()
  })
})
