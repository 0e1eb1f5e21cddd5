import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export type Ended = { code: number | null; stdout: string; stderr: string; seconds: number }

export type RunningCommand = {
  ended: Promise<Ended>
  /** As a power cut does. */
  kill: () => void
}

/** An operator's command as a process of its own, on a local cloud. */
export function startCommand(
  name: 'backup' | 'restore',
  args: readonly string[],
  port: number,
): RunningCommand {
  const script = fileURLToPath(new URL(`../../${name}.ts`, import.meta.url))
  const startedAt = performance.now()
  const child = spawn(process.execPath, [script, '--stage', 'local', ...args], {
    env: { ...process.env, PORT: String(port), NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => {
    child.kill('SIGKILL')
  }
  process.once('exit', kill)
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => {
      process.off('exit', kill)
      return { code: code as number | null, stdout, stderr, seconds: (performance.now() - startedAt) / 1000 }
    },
  )
  return { ended, kill }
}

/** @throws Error with what it said, when it did not do what it should */
export async function runToEnd(
  name: 'backup' | 'restore',
  args: readonly string[],
  port: number,
): Promise<Ended> {
  const ended = await startCommand(name, args, port).ended
  if (ended.code !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${ended.code}\n${ended.stderr}`)
  return ended
}
