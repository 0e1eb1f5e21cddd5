import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** Every part of the local cloud listens on loopback only. */
export const LOOPBACK = '127.0.0.1'

const CLOSE_GRACE_MS = 500

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

export type RunningServer = { server: Server; port: number; close: () => Promise<void> }

export class BodyTooLarge extends Error {}

/** An error of the handler gives a plain 500, or a broken connection when the answer has begun. */
export async function listen(port: number, handler: Handler): Promise<RunningServer> {
  const server = createServer((request, response) => {
    void answer(handler, request, response)
  })
  // Longer than any client keeps an idle connection, so that the server is not the first to close.
  server.keepAliveTimeout = 75_000
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, () => resolve())
  })
  const address = server.address()
  return {
    server,
    port: typeof address === 'object' && address ? address.port : port,
    close: () => close(server),
  }
}

/** @throws BodyTooLarge, which `listen` answers with 413 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new BodyTooLarge(`more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...headers,
  })
  response.end(bytes)
}

export function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(xml) })
  response.end(xml)
}

async function answer(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A client that leaves is no error.
  request.on('error', () => {})
  response.on('error', () => {})
  try {
    await handler(request, response)
  } catch (error) {
    if (response.headersSent || response.destroyed) {
      response.destroy()
      return
    }
    if (error instanceof BodyTooLarge)
      return sendJson(response, 413, { message: 'Request Entity Too Large' }, { connection: 'close' })
    if (!request.destroyed) console.error(`${request.method} ${request.url?.split('?')[0]}:`, error)
    sendJson(response, 500, { message: 'Internal Server Error' }, { connection: 'close' })
  }
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const force = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  await closed
  clearTimeout(force)
}

export type Fault = { status: number; type: string } | 'reset' | 'silence' | Handler

export type FaultPlan = (operation: string, request: IncomingMessage) => Fault | undefined

/** A fake that tests observe and make fail. */
export type FakeService = RunningServer & {
  url: string
  /** Operations called since the last `clear`, such as 'ListUsers'. */
  operations: { list(): string[]; clear(): void }
  /** Fails calls as planned until the next plan; null ends every fault. */
  failWith(plan: FaultPlan | null): void
}

type FakeServiceOptions = {
  port?: number
  operationOf: (request: IncomingMessage) => string
  handle: (operation: string, request: IncomingMessage, response: ServerResponse) => Promise<void> | void
}

/** Bounds the memory of a service that runs for days. */
const REMEMBERED_CALLS = 10_000

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

export function answerWith(body: object): Handler {
  return (_, response) => sendJson(response, 200, body)
}

/** Reads the operation of a call in the JSON protocol of AWS: 'AmazonSSM.GetParameter' → 'GetParameter'. */
export function awsOperation({ headers }: IncomingMessage): string {
  return String(headers['x-amz-target'] ?? '').replace(/^.*\./, '')
}
