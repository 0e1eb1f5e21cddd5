import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Handler, LOOPBACK, listen, type RunningServer, sendJson } from './http-server.ts'

/** A failure of a call: an error, a broken connection, silence, or an answer of the test's own. */
export type Fault = { status: number; type: string } | 'reset' | 'silence' | Handler

/** Decides the fault of a call; undefined lets it through. */
export type FaultPlan = (operation: string, request: IncomingMessage) => Fault | undefined

/** A fake that tests observe and make fail. */
export type FakeService = RunningServer & {
  url: string
  /** Operations called since the last `clear`, such as 'ListUsers'. */
  operations: { list(): string[]; clear(): void }
  /** Fails calls as planned until the next plan; null ends every fault. */
  failWith(plan: FaultPlan | null): void
}

export type FakeServiceOptions = {
  /** @default any free port */
  port?: number
  operationOf: (request: IncomingMessage) => string
  handle: (operation: string, request: IncomingMessage, response: ServerResponse) => Promise<void> | void
}

/** Bounds the memory of a service that runs for days. */
const REMEMBERED_CALLS = 10_000

/** Serves a fake that records its calls and fails on demand. */
export async function startFakeService(options: FakeServiceOptions): Promise<FakeService> {
  const { port = 0, operationOf, handle } = options
  const seen: string[] = []
  let plan: FaultPlan | null = null
  const server = await listen(port, (request, response) => {
    const operation = operationOf(request)
    seen.push(operation)
    if (seen.length > REMEMBERED_CALLS) seen.shift()
    const fault = plan?.(operation, request)
    return fault === undefined ? handle(operation, request, response) : fail(fault, request, response)
  })
  return {
    ...server,
    url: `http://${LOOPBACK}:${server.port}`,
    operations: {
      list: () => [...seen],
      clear: () => {
        seen.length = 0
      },
    },
    failWith: (next) => {
      plan = next
    },
  }
}

function fail(fault: Fault, request: IncomingMessage, response: ServerResponse): Promise<void> | void {
  if (fault === 'silence') return
  if (fault === 'reset') request.socket.destroy()
  else if (typeof fault === 'function') return fault(request, response)
  else sendJson(response, fault.status, { __type: fault.type, message: '' })
}

/** Answers a call with this body. */
export function answerWith(body: object): Handler {
  return (_, response) => sendJson(response, 200, body)
}

/** Reads the operation of a call in the JSON protocol of AWS: 'AmazonSSM.GetParameter' → 'GetParameter'. */
export function awsOperation({ headers }: IncomingMessage): string {
  return String(headers['x-amz-target'] ?? '').replace(/^.*\./, '')
}
