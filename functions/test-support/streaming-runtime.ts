import { PassThrough, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { createContext, createEvent } from './gateway.ts'

type Prelude = { statusCode: number; headers: Record<string, string> }
export type StreamingHandler = (
  event: APIGatewayProxyEventV2,
  stream: Writable,
  context: unknown,
) => Promise<void>

const preludes = new WeakMap<Writable, Prelude>()

/** Sets the globals that Lambda's runtime gives a streaming function. */
export function installStreamingRuntime(): void {
  Object.assign(globalThis, {
    awslambda: {
      streamifyResponse: (handler: StreamingHandler) => handler,
      HttpResponseStream: {
        from: (stream: Writable, prelude: Prelude) => {
          preludes.set(stream, prelude)
          return stream
        },
      },
    },
  })
}

export type FileAnswer = { status: number; headers: Record<string, string>; body: Buffer; broken: boolean }

type FileCall = { method?: 'GET' | 'HEAD' | 'POST'; headers?: Record<string, string> }

export async function fetchFile(
  handler: StreamingHandler,
  path: string,
  call: FileCall = {},
): Promise<FileAnswer> {
  const { stream, done, head } = openFile(handler, path, call)
  const reading = buffer(stream).then(
    (body) => ({ body, broken: false }),
    () => ({ body: Buffer.alloc(0), broken: true }),
  )
  await done
  return { ...head(), ...(await reading) }
}

/**
 * Calls a streaming function and leaves it to the test to read the answer.
 * @returns `done` resolves when the function has ended; `head` is known then, or as soon as there are bytes to read
 */
export function openFile(
  handler: StreamingHandler,
  path: string,
  { method = 'GET', headers = {} }: FileCall = {},
): { stream: PassThrough; done: Promise<void>; head(): Pick<FileAnswer, 'status' | 'headers'> } {
  const event = createEvent({ method: 'GET', path: '/api/files' }, { headers })
  event.rawPath = path
  event.requestContext.http.method = method
  const stream = new PassThrough()
  return {
    stream,
    done: handler(event, stream, createContext()),
    head: () => {
      const prelude = preludes.get(stream)
      return { status: prelude?.statusCode ?? 0, headers: prelude?.headers ?? {} }
    },
  }
}
