import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Spent, Task } from './measured-process.ts'

const PROCESS = fileURLToPath(new URL('./measured-process.ts', import.meta.url))

/** A bundle in a process of its own, with the environment of its function. */
export type Runner = { task: () => Promise<Task>; environment: Record<string, string | undefined> }

/**
 * Runs each in a fresh process, one after the other in each round, so that a slow moment of the machine meets all of them.
 * @returns what each took in each round, in the order of `runners`
 */
export async function runInterleaved(runners: readonly Runner[], rounds: number): Promise<Spent[][]> {
  const spent: Spent[][] = runners.map(() => [])
  // The first round brings the bundles into the system's own cache of files; it is not counted.
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, runner] of runners.entries()) {
      const seen = await run(runner)
      if (round > 0) spent[index]?.push(seen)
    }
  return spent
}

/** @throws Error when the process ends without a result; what it said is on the terminal */
export async function run({ task, environment }: Runner): Promise<Spent> {
  const child = fork(PROCESS, {
    env: environment,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // What functions log is written, and read by nobody.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A measured process ended with ${String(code)}`)
  })
  ended.catch(() => undefined)
  child.send(await task())
  const [spent] = (await Promise.race([once(child, 'message'), ended])) as [Spent]
  child.kill()
  return spent
}
