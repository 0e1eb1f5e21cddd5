/**
 * Runs in a process of its own, without a transform, and in one for all commands, since they load the same libraries.
 */
import { pathToFileURL } from 'node:url'
import { type Command, runCommand } from '../command-line.ts'

export type Answer = { path: string; code: number; out: string }

let out = ''
console.log = (text: string) => void (out += `${text}\n`)
const answers: Answer[] = []
for (const path of process.argv.slice(2)) {
  const { command } = (await import(pathToFileURL(path).href)) as { command?: Command }
  if (!command) throw new Error(`${path} : export const command = defineCommand(…)`)
  out = ''
  answers.push({ path, code: await runCommand(command, ['--help']), out })
}
process.stdout.write(JSON.stringify(answers), () => process.exit(0))
