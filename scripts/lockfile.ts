/**
 * `npm run lockfile`: completes package-lock.json after a change of dependencies. npm leaves out the packages of other
 * platforms that it cannot look up where it runs, and `npm ci` then refuses the lockfile everywhere.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#infra/run-app.ts'
import { defineCommand, runCommand } from './operations/command-line.ts'
import { type Lockfile, listMissing, withMissing, withoutUnknown } from './quality/checks/lockfile.ts'

const LOCKFILE = join(ROOT, 'package-lock.json')

const read = () => JSON.parse(readFileSync(LOCKFILE, 'utf8')) as Lockfile
const write = (lockfile: Lockfile) => writeFileSync(LOCKFILE, `${JSON.stringify(lockfile, null, 2)}\n`)

async function run(): Promise<void> {
  const before = readFileSync(LOCKFILE)
  write(withoutUnknown(read()))
  const { status } = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    writeFileSync(LOCKFILE, before)
    throw new Error('npm a échoué ; package-lock.json est resté tel quel.')
  }
  const looked = read()
  write(withMissing(looked))
  console.log(
    `package-lock.json est complet ; ${listMissing(looked).length} paquets n'ont pas pu être consultés.`,
  )
}

export const command = defineCommand({
  name: 'npm run lockfile',
  summary:
    "Complète package-lock.json après un changement de dépendances, pour que npm ci l'accepte partout.",
  options: {},
  run,
})

if (import.meta.main) process.exitCode = await runCommand(command)
