import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Respond = (request: IncomingMessage, response: ServerResponse) => void

export type Drive = {
  url: string
  /** How the next files answer; tokens are always given. */
  respond(next: Respond): void
  requests: IncomingMessage[]
  assertions: string[]
  stop(): void
}

/** A server that stands where Google's token endpoint and Drive's API would. */
export async function startDrive(): Promise<Drive> {
  const requests: IncomingMessage[] = []
  const assertions: string[] = []
  let respond: Respond = (_, response) => response.writeHead(404).end()
  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    assertions.push(new URLSearchParams(await text(request)).get('assertion') ?? '')
    const token = { access_token: `token-${assertions.length}`, expires_in: 3600, token_type: 'Bearer' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(token))
  }
  const server = createServer((request, response) => {
    if (request.url === '/token') {
      void giveToken(request, response)
      return
    }
    requests.push(request)
    respond(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    respond: (next) => {
      respond = next
    },
    requests,
    assertions,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Serves bytes with single ranges, as Drive does. */
export function serving(bytes: Buffer, headers: Record<string, string> = {}): Respond {
  return (request, response) => {
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined || to === undefined) {
      response.writeHead(200, { 'content-length': bytes.length, ...headers }).end(bytes)
      return
    }
    const start = from === '' ? bytes.length - Number(to) : Number(from)
    const end = from === '' || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1)
    if (start >= bytes.length) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
      return
    }
    const part = bytes.subarray(start, end + 1)
    response
      .writeHead(206, {
        'content-length': part.length,
        'content-range': `bytes ${start}-${end}/${bytes.length}`,
        ...headers,
      })
      .end(part)
  }
}
