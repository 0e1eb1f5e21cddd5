import { Writable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import {
  describeError,
  type FromFunction,
  type FunctionStart,
  type Invocation,
  type StreamPrelude,
  type ToFunction,
} from './environment.ts'

// Loads a bundle as Lambda's runtime does, and runs one call at a time.

type Context = Record<string, unknown>
type PlainHandler = (event: unknown, context: Context) => unknown
type StreamingHandler = (event: unknown, stream: Writable, context: Context) => unknown

const STREAMING = Symbol('streamed handler')

if (!parentPort) throw new Error('This file runs in a thread of the local mode.')
const port = parentPort
const { bundle, handler: handlerName } = workerData as FunctionStart

let onTaken: (() => void) | null = null

/** A stream that waits for the host's reader before it takes more. */
class ResponseStream extends Writable {
  prelude: StreamPrelude = {
    statusCode: 200,
    headers: { 'content-type': 'application/octet-stream' },
    cookies: [],
  }
  #begun = false

  constructor() {
    super({ highWaterMark: 64 * 1024 })
  }

  setContentType(type: string): void {
    this.prelude.headers['content-type'] = type
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#begin()
    onTaken = done
    // Copies the chunk, which may lie in a pool that the function reuses.
    send({ type: 'chunk', bytes: new Uint8Array(chunk) })
  }

  override _final(done: () => void): void {
    this.#begin()
    done()
  }

  #begin(): void {
    if (this.#begun) return
    this.#begun = true
    send({ type: 'prelude', prelude: this.prelude })
  }
}

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (streaming: StreamingHandler) => Object.assign(streaming, { [STREAMING]: true }),
    HttpResponseStream: {
      from(stream: ResponseStream, metadata: Partial<StreamPrelude>) {
        stream.prelude = {
          statusCode: metadata.statusCode ?? 200,
          headers: metadata.headers ?? {},
          cookies: metadata.cookies ?? [],
        }
        return stream
      },
    },
  },
})

const handler = await loadHandler()
port.on('message', (message: ToFunction) => {
  if (message.type === 'invoke') return void invoke(handler, message.invocation)
  const taken = onTaken
  onTaken = null
  taken?.()
})
send({ type: 'ready' })

/** An error here ends the thread, and its host answers the call with it. */
async function loadHandler(): Promise<PlainHandler | StreamingHandler> {
  const module = (await import(bundle)) as Record<string, unknown>
  const exported = module[handlerName]
  if (typeof exported !== 'function') throw new Error(`${bundle} exports no function '${handlerName}'`)
  return exported as PlainHandler | StreamingHandler
}

async function invoke(called: PlainHandler | StreamingHandler, invocation: Invocation): Promise<void> {
  process.env._X_AMZN_TRACE_ID = `Root=1-${invocation.requestId.slice(0, 8)}-${invocation.requestId.replace(/-/g, '').slice(8)};Sampled=0`
  try {
    if (STREAMING in called) await invokeStreaming(called as StreamingHandler, invocation)
    else {
      const result = await (called as PlainHandler)(invocation.event, createContext(invocation))
      send({ type: 'result', json: JSON.stringify(result) ?? 'null' })
    }
  } catch (error) {
    send({ type: 'failed', error: describeError(error) })
  }
}

async function invokeStreaming(called: StreamingHandler, invocation: Invocation): Promise<void> {
  const stream = new ResponseStream()
  const closed = new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve)
    stream.once('error', reject)
    stream.once('close', () => reject(new Error('The answer was broken off.')))
  })
  // Handles a stream that fails before it is awaited.
  closed.catch(() => {})
  await called(invocation.event, stream, createContext(invocation))
  if (!stream.writableEnded) stream.end()
  await closed
  send({ type: 'end' })
}

function createContext({ requestId, deadline }: Invocation): Context {
  const name = process.env.AWS_LAMBDA_FUNCTION_NAME ?? ''
  return {
    functionName: name,
    functionVersion: '$LATEST',
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    invokedFunctionArn: `arn:aws:lambda:${process.env.AWS_REGION}:000000000000:function:${name}`,
    awsRequestId: requestId,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(deadline - Date.now(), 0),
  }
}

function send(message: FromFunction): void {
  port.postMessage(message)
}
