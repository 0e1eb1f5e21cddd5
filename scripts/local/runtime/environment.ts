import { Worker } from 'node:worker_threads'
import type {
  FromFunction,
  FunctionError,
  FunctionStart,
  Invocation,
  StreamPrelude,
  ToFunction,
} from './protocol.ts'

/** Many environments share one machine: less room for garbage than V8 takes by itself. */
const YOUNG_GENERATION_MB = 8

/** Takes a streamed answer. `write` resolves once the reader can take more. */
export type StreamSink = {
  begin: (prelude: StreamPrelude) => void
  write: (bytes: Uint8Array) => Promise<void>
}

export type Outcome =
  | { kind: 'result'; json: string }
  | { kind: 'streamed' }
  | { kind: 'failed'; error: FunctionError }

export type FunctionSettings = {
  name: string
  start: FunctionStart
  environment: Record<string, string>
  timeoutMs: number
  /** Gets what the function writes, line by line. */
  log: (line: string) => void
}

/**
 * One execution environment of a function: a thread with its own globals and environment variables that runs one call at
 * a time. After a timeout or a crash it is gone, as on the platform.
 */
export class ExecutionEnvironment {
  readonly #worker: Worker
  readonly #settings: FunctionSettings
  readonly #ready: Promise<FunctionError | null>
  #call: { settle: (outcome: Outcome) => void; sink: StreamSink | null } | null = null
  #crash: FunctionError | null = null
  #gone = false

  constructor(settings: FunctionSettings) {
    this.#settings = settings
    this.#worker = new Worker(new URL('./function-thread.ts', import.meta.url), {
      workerData: settings.start,
      env: settings.environment,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
      stdout: true,
      stderr: true,
      name: settings.name,
    })
    for (const stream of [this.#worker.stdout, this.#worker.stderr])
      stream.on('data', (chunk: Buffer) => {
        for (const line of chunk.toString().split('\n')) if (line) settings.log(line)
      })
    this.#ready = this.#listen()
  }

  /** Whether it can take another call. */
  get isUsable(): boolean {
    return !this.#gone && this.#crash === null
  }

  /** Runs one call to its end; a `sink` makes it a streamed one. */
  async run(
    invocation: Omit<Invocation, 'deadline' | 'streaming'>,
    sink: StreamSink | null,
  ): Promise<Outcome> {
    const initFailure = await this.#ready
    if (initFailure) {
      await this.end()
      return { kind: 'failed', error: initFailure }
    }
    const { timeoutMs } = this.#settings
    let timer: NodeJS.Timeout | undefined
    const outcome = await new Promise<Outcome>((settle) => {
      this.#call = { settle, sink }
      timer = setTimeout(() => settle({ kind: 'failed', error: this.#timeOut() }), timeoutMs)
      const call = { ...invocation, deadline: Date.now() + timeoutMs, streaming: sink !== null }
      this.#say({ type: 'invoke', invocation: call })
    })
    clearTimeout(timer)
    this.#call = null
    return outcome
  }

  async end(): Promise<void> {
    this.#gone = true
    await this.#worker.terminate()
  }

  #listen(): Promise<FunctionError | null> {
    return new Promise((resolve) => {
      const fail = (error: FunctionError) => {
        this.#crash ??= error
        resolve(error)
        this.#call?.settle({ kind: 'failed', error })
      }
      this.#worker.on('error', (error) => {
        const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
        fail({ errorType: name, errorMessage: message, trace: stack.split('\n') })
      })
      this.#worker.on('exit', () => {
        this.#gone = true
        fail({ errorType: 'Runtime.ExitError', errorMessage: 'The function ended by itself.', trace: [] })
      })
      this.#worker.on('message', (message: FromFunction) => {
        if (message.type === 'ready') resolve(null)
        else if (message.type === 'initFailed') fail(message.error)
        else this.#take(message)
      })
    })
  }

  #take(message: Exclude<FromFunction, { type: 'ready' | 'initFailed' }>): void {
    const call = this.#call
    if (!call) return
    switch (message.type) {
      case 'result':
        return call.settle({ kind: 'result', json: message.json })
      case 'prelude':
        return call.sink?.begin(message.prelude)
      case 'chunk':
        // A reader that went away takes everything at once: the function runs to its end, as on the platform.
        void (call.sink?.write(message.bytes) ?? Promise.resolve()).finally(() =>
          this.#say({ type: 'taken' }),
        )
        return
      case 'end':
        return call.settle({ kind: 'streamed' })
      case 'failed':
        return call.settle({ kind: 'failed', error: message.error })
    }
  }

  #timeOut(): FunctionError {
    const seconds = (this.#settings.timeoutMs / 1000).toFixed(2)
    void this.end()
    return {
      errorType: 'Sandbox.Timedout',
      errorMessage: `Task timed out after ${seconds} seconds`,
      trace: [],
    }
  }

  #say(message: ToFunction): void {
    this.#worker.postMessage(message)
  }
}
