import { randomUUID } from 'node:crypto'
import { ExecutionEnvironment, type FunctionSettings, type Outcome, type StreamSink } from './environment.ts'

/** How many environments of one function run at once; further calls wait, as they would be throttled. */
const MAX_ENVIRONMENTS = 4
const IDLE_LIFE_MS = 120_000

/**
 * A Lambda function: environments are started when calls come and none is free, kept for the next call, and ended when
 * they stay idle.
 */
export class LocalFunction {
  readonly #settings: FunctionSettings
  readonly #idle: { environment: ExecutionEnvironment; since: number }[] = []
  readonly #waiting: (() => void)[] = []
  readonly #all = new Set<ExecutionEnvironment>()
  readonly #reaper: NodeJS.Timeout
  #running = 0
  /** Since it was made. */
  calls = 0
  #isClosed = false

  constructor(settings: FunctionSettings) {
    this.#settings = settings
    this.#reaper = setInterval(() => this.#endIdle(), IDLE_LIFE_MS / 4)
    this.#reaper.unref()
  }

  get name(): string {
    return this.#settings.name
  }

  /** Calls the function; a `sink` gets a streamed answer. Never throws: a failed call is an outcome. */
  async invoke(
    event: unknown,
    sink: StreamSink | null = null,
    requestId: string = randomUUID(),
  ): Promise<Outcome> {
    while (this.#running >= MAX_ENVIRONMENTS)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (this.#isClosed)
      return { kind: 'failed', error: { errorType: 'Stopped', errorMessage: 'Stopped', trace: [] } }
    this.#running += 1
    this.calls += 1
    const environment = this.#idle.pop()?.environment ?? this.#start()
    try {
      const outcome = await environment.run({ event, requestId }, sink)
      if (outcome.kind === 'failed') this.#settings.log(JSON.stringify({ requestId, ...outcome.error }))
      return outcome
    } finally {
      this.#running -= 1
      if (environment.isUsable && !this.#isClosed) this.#idle.push({ environment, since: Date.now() })
      else this.#drop(environment)
      this.#waiting.shift()?.()
    }
  }

  /** Starts an environment ahead of the first call. */
  warmUp(): void {
    if (this.#all.size === 0) this.#idle.push({ environment: this.#start(), since: Date.now() })
  }

  /** Ends every environment, once the calls under way are done or `graceMs` are over. */
  async close(graceMs = 0): Promise<void> {
    clearInterval(this.#reaper)
    const giveUpAt = Date.now() + graceMs
    while (this.#running > 0 && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 20))
    this.#isClosed = true
    await Promise.all([...this.#all].map((environment) => environment.end()))
  }

  #start(): ExecutionEnvironment {
    const environment = new ExecutionEnvironment(this.#settings)
    this.#all.add(environment)
    return environment
  }

  #drop(environment: ExecutionEnvironment): void {
    this.#all.delete(environment)
    void environment.end()
  }

  #endIdle(): void {
    const old = Date.now() - IDLE_LIFE_MS
    while (this.#idle.length > 1 && (this.#idle[0]?.since ?? old) < old) {
      const oldest = this.#idle.shift()
      if (oldest) this.#drop(oldest.environment)
    }
  }
}
