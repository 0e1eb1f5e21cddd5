/** What the host thread and a function's thread say to each other. */

export type FunctionStart = {
  /** file: URL of the bundle. */
  bundle: string
  /** The exported name. */
  handler: string
}

export type Invocation = {
  event: unknown
  requestId: string
  /** Epoch milliseconds. */
  deadline: number
  /** Whether the answer is streamed, as the function's URL does. */
  streaming: boolean
}

export type StreamPrelude = { statusCode: number; headers: Record<string, string>; cookies: string[] }

export type FunctionError = { errorType: string; errorMessage: string; trace: string[] }

export type ToFunction = { type: 'invoke'; invocation: Invocation } | { type: 'taken' }

export type FromFunction =
  | { type: 'ready' }
  | { type: 'initFailed'; error: FunctionError }
  | { type: 'result'; json: string }
  | { type: 'prelude'; prelude: StreamPrelude }
  | { type: 'chunk'; bytes: Uint8Array }
  | { type: 'end' }
  | { type: 'failed'; error: FunctionError }
