/**
 * Runs in a process of its own, without a transform, and in one for all commands, since they load the same libraries.
 */
import { pathToFileURL } from 'node:url'
import { type Command, runCommand } from '../command-line.ts'

export type Answers = { path: string; help: Answer; unknown: Answer }
type Answer = { code: number; out: string; err: string }

async function answerOf(command: Command, argument: string): Promise<Answer> {
  const written = { out: '', err: '' }
  console.log = (text: string) => void (written.out += `${text}\n`)
  console.error = (text: string) => void (written.err += `${text}\n`)
  return { code: await runCommand(command, [argument]), ...written }
}

const answers: Answers[] = []
for (const path of process.argv.slice(2)) {
  const { command } = (await import(pathToFileURL(path).href)) as {
    command?: Command
  }
  if (!command) throw new Error(`${path} : export const command = defineCommand(…)`)
  answers.push({
    path,
    help: await answerOf(command, '--help'),
    unknown: await answerOf(command, '--option-inconnue'),
  })
}
process.stdout.write(JSON.stringify(answers), () => process.exit(0))
