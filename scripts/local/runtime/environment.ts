import { Worker } from 'node:worker_threads'

export type Invocation = { event: unknown; requestId: string; deadline: number }
export type StreamPrelude = { statusCode: number; headers: Record<string, string>; cookies: string[] }
export type FunctionError = { errorType: string; errorMessage: string; trace: string[] }

export type FunctionStart = {
  /** file: URL of the bundle. */
  bundle: string
  handler: string
}

/** A call, or the confirmation of the last chunk. */
export type ToFunction = { type: 'invoke'; invocation: Invocation } | { type: 'taken' }

export type FromFunction =
  | { type: 'ready' }
  | { type: 'result'; json: string }
  | { type: 'prelude'; prelude: StreamPrelude }
  | { type: 'chunk'; bytes: Uint8Array }
  | { type: 'end' }
  | { type: 'failed'; error: FunctionError }

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
  log: (line: string) => void
}

/** Heap limit in megabytes, since many environments share one machine. */
const YOUNG_GENERATION = 8

/**
 * A thread with its own globals and environment variables that runs one call at a time. A timeout or a crash ends it,
 * as on the platform.
 */
export class ExecutionEnvironment {
  readonly #worker: Worker
  readonly #timeoutMs: number
  readonly #ready = Promise.withResolvers<void>()
  #call: { finish: (outcome: Outcome) => void; sink: StreamSink | null } | null = null
  #crash: FunctionError | null = null

  constructor({ name, start, environment, timeoutMs, log }: FunctionSettings) {
    this.#timeoutMs = timeoutMs
    this.#worker = new Worker(new URL('./function-thread.ts', import.meta.url), {
      workerData: start,
      env: environment,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
      stdout: true,
      stderr: true,
      name,
    })
    for (const stream of [this.#worker.stdout, this.#worker.stderr])
      stream.on('data', (chunk: Buffer) => {
        for (const line of chunk.toString().split('\n')) if (line) log(line)
      })
    this.#worker.on('message', (message: FromFunction) => this.#receive(message))
    this.#worker.on('error', (error) => this.#fail(describeError(error)))
    this.#worker.on('exit', () =>
      this.#fail(createError('Runtime.ExitError', 'The function ended by itself.')),
    )
  }

  get isUsable(): boolean {
    return this.#crash === null
  }

  async run(event: unknown, requestId: string, sink: StreamSink | null): Promise<Outcome> {
    await this.#ready.promise
    if (this.#crash) return { kind: 'failed', error: this.#crash }
    let timer: NodeJS.Timeout | undefined
    const outcome = await new Promise<Outcome>((finish) => {
      this.#call = { finish, sink }
      timer = setTimeout(() => void this.#timeOut(), this.#timeoutMs)
      const deadline = Date.now() + this.#timeoutMs
      this.#send({ type: 'invoke', invocation: { event, requestId, deadline } })
    })
    clearTimeout(timer)
    this.#call = null
    return outcome
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #receive(message: FromFunction): void {
    switch (message.type) {
      case 'ready':
        return this.#ready.resolve()
      case 'result':
        return this.#call?.finish({ kind: 'result', json: message.json })
      case 'prelude':
        return this.#call?.sink?.begin(message.prelude)
      case 'chunk':
        // Without a reader every chunk is taken at once, and the function runs to its end, as on the platform.
        void Promise.resolve(this.#call?.sink?.write(message.bytes)).finally(() =>
          this.#send({ type: 'taken' }),
        )
        return
      case 'end':
        return this.#call?.finish({ kind: 'streamed' })
      case 'failed':
        return this.#call?.finish({ kind: 'failed', error: message.error })
    }
  }

  #timeOut(): Promise<void> {
    const seconds = (this.#timeoutMs / 1000).toFixed(2)
    this.#fail(createError('Sandbox.Timedout', `Task timed out after ${seconds} seconds`))
    return this.end()
  }

  #fail(error: FunctionError): void {
    this.#crash ??= error
    this.#ready.resolve()
    this.#call?.finish({ kind: 'failed', error })
  }

  #send(message: ToFunction): void {
    this.#worker.postMessage(message)
  }
}

export function createError(errorType: string, errorMessage: string): FunctionError {
  return { errorType, errorMessage, trace: [] }
}

/** Returns an error as data. The SDK's errors carry whole items, so only these fields are taken. */
export function describeError(error: unknown): FunctionError {
  if (!(error instanceof Error)) return createError('Error', String(error))
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
}
