import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createError,
  ExecutionEnvironment,
  type FunctionSettings,
  type Outcome,
  type StreamSink,
} from './environment.ts'

/** Environments of one function that run at once; further calls wait. */
const MAX_ENVIRONMENTS = 4

/** A Lambda function. A call starts an environment when none is free. */
export class LocalFunction {
  readonly #settings: FunctionSettings
  readonly #idle: ExecutionEnvironment[] = []
  readonly #all = new Set<ExecutionEnvironment>()
  readonly #waiting: (() => void)[] = []
  #running = 0
  #isClosed = false
  /** Calls since it was made. */
  calls = 0

  constructor(settings: FunctionSettings) {
    this.#settings = settings
  }

  /** Calls the function; a `sink` receives a streamed answer. A failed call is an outcome, not an error. */
  async invoke(event: unknown, sink: StreamSink | null = null, requestId = randomUUID()): Promise<Outcome> {
    while (this.#running >= MAX_ENVIRONMENTS)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (this.#isClosed) return { kind: 'failed', error: createError('Stopped', 'Stopped') }
    this.#running += 1
    this.calls += 1
    const environment = this.#idle.pop() ?? this.#start()
    const outcome = await environment.run(event, requestId, sink)
    if (outcome.kind === 'failed') this.#settings.log(JSON.stringify({ requestId, ...outcome.error }))
    this.#running -= 1
    if (environment.isUsable) this.#idle.push(environment)
    else {
      this.#all.delete(environment)
      await environment.end()
    }
    this.#waiting.shift()?.()
    return outcome
  }

  /** Ends every environment when the running calls are done, or after `graceMs`. */
  async close(graceMs = 0): Promise<void> {
    const giveUpAt = Date.now() + graceMs
    while (this.#running > 0 && Date.now() < giveUpAt) await sleep(20)
    this.#isClosed = true
    await Promise.all([...this.#all].map((environment) => environment.end()))
  }

  #start(): ExecutionEnvironment {
    const environment = new ExecutionEnvironment(this.#settings)
    this.#all.add(environment)
    return environment
  }
}
