import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '#infra/run-app.ts'

type PageCommand = { heading: string; command: string; isForAwsOnly: boolean }

/** Ends a command that no emulator runs. */
const MARK = / +# AWS$/

/** Reads the shell commands of a page in their order. A command ends with its line, unless `\` or `do` continues it. */
export function readCommands(page: string): PageCommand[] {
  const commands: PageCommand[] = []
  let heading = ''
  let isShell = false
  let begun = ''
  for (const line of readFileSync(join(ROOT, page), 'utf8').split('\n')) {
    if (/^\s*```/.test(line)) isShell = line.trim() === '```sh'
    else if (!isShell) heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading
    else {
      begun += `${line.trim()}\n`
      if (/\\$|\bdo$/.test(line)) continue
      const command = begun.trim()
      commands.push({ heading, command: command.replace(MARK, ''), isForAwsOnly: MARK.test(command) })
      begun = ''
    }
  }
  return commands
}

/** Puts stand-ins for `aws`, `npm` and `npx` into a folder: the SDK, the project's own scripts, and nothing. */
export function installStandIns(folder: string): void {
  const put = (name: string, line: string) =>
    writeFileSync(join(folder, name), `#!/bin/bash\n${line}\n`, { mode: 0o755 })
  const awsCommand = join(ROOT, 'scripts/operations/test-support/aws-command.ts')
  put('aws', `exec "${process.execPath}" "${awsCommand}" "$@"`)
  put('npm', `[ "$AWS_COMMAND" = check ] || exec "${process.execPath}" "${ROOT}/scripts/$2.ts" "\${@:4}"`)
  put('npx', '[ "$AWS_COMMAND" = check ]')
}

type Run = {
  folder: string
  values?: Readonly<Record<string, string>>
  /** Stops before a call: only the names of operations and options are checked. */
  isCheck?: boolean
}

/** Runs commands in one shell, as an operator pastes them. @returns what they printed @throws Error when one fails */
export async function runCommands(
  commands: readonly PageCommand[],
  { folder, values = {}, isCheck = false }: Run,
): Promise<string> {
  const script = commands
    .map(({ command }) => command.replace(/<([\w ]+)>/g, (whole, name: string) => values[name] ?? whole))
    .join('\n')
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${folder}:${process.env['PATH']}`,
      ...(isCheck && { AWS_COMMAND: 'check' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ])
  if (code !== 0) throw new Error(`${script}\n${err}`)
  return out
}
