import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { LOOPBACK } from './http-server.ts'
import { StartRefusal } from './ports.ts'

export type ChildOptions = {
  name: string
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
  port: number
  log: (line: string) => void
}

const READY_TIMEOUT_MS = 20_000
const STOP_GRACE_MS = 3_000
const MAX_RESTARTS = 5

/**
 * The processes beside ours. Each is started again when it dies by itself, and none outlives us: the keeper ends them
 * even when we are killed.
 */
export class Children {
  readonly #keeper: ChildProcess
  readonly #children: Child[] = []

  constructor() {
    this.#keeper = spawn(process.execPath, [fileURLToPath(new URL('./keeper.ts', import.meta.url))], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: cleanEnvironment(),
    })
    this.#keeper.stdin?.on('error', () => {})
    this.#keeper.unref()
  }

  /** Starts a process and waits until it listens. @throws StartRefusal when it does not */
  async start(options: ChildOptions): Promise<Child> {
    const child = new Child(options, (verb, pid) => this.#keeper.stdin?.write(`${verb} ${pid}\n`))
    this.#children.push(child)
    await child.start()
    return child
  }

  /** Ends every process, the keeper last. */
  async close(): Promise<void> {
    await Promise.all(this.#children.map((child) => child.stop()))
    await new Promise<void>((resolve) => {
      if (this.#keeper.exitCode !== null) return resolve()
      this.#keeper.ref()
      this.#keeper.once('exit', () => resolve())
      this.#keeper.stdin?.end()
    })
  }
}

/** One process that listens on a port. */
export class Child {
  readonly #options: ChildOptions
  readonly #tellKeeper: (verb: 'watch' | 'forget', pid: number) => void
  #process: ChildProcess | null = null
  #isStopping = false
  #wasReady = false
  #restarts = 0

  constructor(options: ChildOptions, tellKeeper: (verb: 'watch' | 'forget', pid: number) => void) {
    this.#options = options
    this.#tellKeeper = tellKeeper
  }

  get pid(): number | null {
    return this.#process?.pid ?? null
  }

  async start(): Promise<void> {
    const { name, command, args, cwd, env = {}, port, log } = this.#options
    const child = spawn(command, args, {
      ...(cwd && { cwd }),
      env: { ...cleanEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    this.#isStopping = false
    child.once('error', (error) => log(`${name}: ${error.message}`))
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        for (const line of chunk.toString().split('\n')) if (line.trim()) log(line)
      })
    const { pid } = child
    if (pid !== undefined) this.#tellKeeper('watch', pid)
    child.once('exit', (code, signal) => {
      if (pid !== undefined) this.#tellKeeper('forget', pid)
      this.#process = null
      log(`${name} ended (${signal ?? code})`)
      if (this.#wasReady && !this.#isStopping) void this.#restart()
    })
    await this.#waitUntilReady(child, port, name)
    this.#wasReady = true
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const child = this.#process
    if (!child) return
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS).unref()
    })
  }

  /** Ends the process as a crash would, without a chance to tidy up; `start` starts it again. */
  async kill(): Promise<void> {
    this.#isStopping = true
    const child = this.#process
    if (!child) return
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGKILL')
    })
  }

  async #restart(): Promise<void> {
    this.#restarts += 1
    if (this.#restarts > MAX_RESTARTS) {
      console.error(`${this.#options.name} : trop d'arrêts imprévus, plus de relance.`)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 100 * this.#restarts))
    if (this.#isStopping) return
    console.error(`${this.#options.name} : arrêt imprévu, relance.`)
    await this.start().catch((error: unknown) => this.#options.log(String(error)))
  }

  async #waitUntilReady(child: ChildProcess, port: number, name: string): Promise<void> {
    const giveUpAt = Date.now() + READY_TIMEOUT_MS
    while (Date.now() < giveUpAt) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new StartRefusal(`${name} : le démarrage a échoué. Voir le dossier logs des données.`)
      // Any answer will do: it listens.
      const answer = await fetch(`http://${LOOPBACK}:${port}/`).catch(() => null)
      if (answer) {
        await answer.body?.cancel()
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new StartRefusal(`${name} : aucune réponse sur le port ${port}.`)
  }
}

/** Our environment without what would change how a child runs. */
function cleanEnvironment(): Record<string, string> {
  const { NODE_OPTIONS: _options, NODE_CHANNEL_FD: _channel, ...rest } = process.env
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
