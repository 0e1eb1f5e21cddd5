/** `npm run test:unit`: the unit tests, or those of some paths, each with its runner. */
import { spawnSync } from 'node:child_process'
import { ROOT } from '#infra/run-app.ts'
import { chooseRunners, listUnitTests, UnknownTest } from './quality/checks/unit-runners.ts'

const USAGE = `Usage : npm run test:unit -- [partie d'un chemin …] [options de Jest et de Vitest]

Lance les tests unitaires dont le chemin contient l'un des textes donnés, sans texte tous les tests : ceux de infra avec
Jest, les autres avec Vitest.`

const args = process.argv.slice(2)
if (args.includes('--help')) console.log(USAGE)
else process.exitCode = run()

/** @returns the exit code of the first runner that fails */
function run(): number {
  try {
    const codes = chooseRunners(args, listUnitTests(ROOT)).map(({ command, args: given, env }) => {
      const { status } = spawnSync(command, given, {
        stdio: 'inherit',
        env: { ...process.env, ...env },
        shell: process.platform === 'win32',
      })
      return status ?? 1
    })
    return codes.find((code) => code !== 0) ?? 0
  } catch (error) {
    if (!(error instanceof UnknownTest)) throw error
    console.error(`Le chemin d'aucun test ne contient : ${error.message}`)
    return 2
  }
}
