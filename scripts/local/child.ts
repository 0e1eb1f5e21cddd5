import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOOPBACK } from './http-server.ts'
import { StartRefusal } from './options.ts'

type ChildOptions = {
  name: string
  command: string
  args: readonly string[]
  /** It is ready once it answers here. */
  port: number
  log?: (line: string) => void
}

const READY_TIMEOUT_MS = 60_000
const STOP_GRACE_MS = 3_000

/** Ends a process when this one ends: its standard input then closes. */
const WATCHDOG = 'trap "" INT TERM HUP; read -r _; kill "$0"'

export class Child {
  readonly #options: ChildOptions
  #process: ChildProcess | null = null
  #isReady = false

  constructor(options: ChildOptions) {
    this.#options = options
  }

  get pid(): number | null {
    return this.#process?.pid ?? null
  }

  /** Waits until it listens. @throws StartRefusal when it does not */
  async start(): Promise<void> {
    const { name, command, args, log } = this.#options
    const output = log ? 'pipe' : 'ignore'
    // In a process group of its own, so that Ctrl-C reaches this process alone, which stops its parts in order.
    const child = spawn(command, args, {
      env: { ...process.env, NODE_OPTIONS: undefined, NODE_CHANNEL_FD: undefined },
      stdio: ['ignore', output, output],
      detached: true,
    })
    this.#process = child
    child.unref()
    child.once('error', (error) => log?.(`${name}: ${error.message}`))
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        for (const line of chunk.toString().split('\n')) if (line.trim()) log?.(line)
      })
    const watchdog = watch(child)
    child.once('exit', (code, signal) => {
      watchdog?.kill('SIGKILL')
      log?.(`${name} ended (${signal ?? code})`)
      if (this.#process !== child) return
      this.#process = null
      if (this.#isReady) console.error(`${name} : arrêt imprévu. Relancez npm start.`)
    })
    this.#isReady = false
    await this.#waitUntilReady(child)
    this.#isReady = true
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  /** Ends the process as a crash would; `start` starts it again. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process
    this.#process = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    const ended = once(child, 'exit')
    child.kill(signal)
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS)
    await ended
    clearTimeout(force)
  }

  async #waitUntilReady(child: ChildProcess): Promise<void> {
    const { name, port } = this.#options
    const giveUpAt = Date.now() + READY_TIMEOUT_MS
    while (Date.now() < giveUpAt) {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
        throw new StartRefusal(`${name} : le démarrage a échoué. Voir le dossier logs des données.`)
      }
      const answer = await fetch(`http://${LOOPBACK}:${port}/`).catch(() => null)
      await answer?.body?.cancel()
      if (answer) return
      await sleep(10)
    }
    throw new StartRefusal(`${name} : aucune réponse sur le port ${port}.`)
  }
}

function watch({ pid }: ChildProcess): ChildProcess | null {
  if (pid === undefined) return null
  const stdio = ['pipe', 'ignore', 'ignore'] as const
  const watchdog = spawn('sh', ['-c', WATCHDOG, String(pid)], { stdio: [...stdio], detached: true })
  watchdog.on('error', () => {})
  watchdog.unref()
  ;(watchdog.stdin as unknown as { unref?: () => void } | null)?.unref?.()
  return watchdog
}
