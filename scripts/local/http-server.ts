import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** Every part of the local cloud listens on loopback only. */
export const LOOPBACK = '127.0.0.1'

const CLOSE_GRACE_MS = 500

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

export type RunningServer = { server: Server; port: number; close: () => Promise<void> }

export class BodyTooLarge extends Error {}

/**
 * Serves `handler` on a loopback port. An error of the handler gives a plain 500, or a broken connection when the
 * answer has begun.
 */
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

/** Reads a request's body. @throws BodyTooLarge beyond `maxBytes` */
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

/** Reads the body of a request; null, and answered 413, when it is too long. */
export async function readBodyWithin(
  maxBytes: number,
  request: IncomingMessage,
  response: ServerResponse,
  message: string,
): Promise<Buffer | null> {
  try {
    return await readBody(request, maxBytes)
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    sendJson(response, 413, { message }, { connection: 'close' })
    return null
  }
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
