/**
 * The functions of the API as a process of their own, so that tests can kill it. `POST /<function>` takes an event;
 * `POST /origin` takes `{ path, headers }` and answers the document's bytes. Every request to a service carries the
 * call's id, so that a fault hits one call and its attempts can be counted.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { type ClientRequest, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { ApiHandler } from '#functions/http/deadline.ts'
import { createContext } from '#functions/test-support/gateway.ts'
import {
  fetchFile,
  installStreamingRuntime,
  type StreamingHandler,
} from '#functions/test-support/streaming-runtime.ts'
import { LOOPBACK } from '#scripts/local/http-server.ts'

export const CALL_HEADER = 'x-fault-test-call'
/** Longest time of a function, since the gateway waits no longer. Milliseconds. */
const TIME_LIMIT_MS = 29_000

async function loadHandler(name: string): Promise<unknown> {
  const path = name === 'origin' ? 'files/origin' : `${name}/handler`
  return ((await import(`#functions/${path}.ts`)) as { handler: unknown }).handler
}

function serve(port: number): void {
  const callIds = new AsyncLocalStorage<string>()
  const markRequest = (setHeader: (name: string, value: string) => void) => {
    const id = callIds.getStore()
    if (id !== undefined) setHeader(CALL_HEADER, id)
  }
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest }
    markRequest((name, value) => request.setHeader(name, value))
  })
  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: { addHeader: (name: string, value: string) => void } }
    markRequest((name, value) => request.addHeader(name, value))
  })
  installStreamingRuntime()

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (incoming.method !== 'POST') return void outgoing.writeHead(404).end()
    const name = String(incoming.url).slice(1)
    const handler = await loadHandler(name)
    const event = await json(incoming)
    if (name === 'origin') {
      const { path, headers } = event as { path: string; headers: Record<string, string> }
      const file = await fetchFile(handler as StreamingHandler, path, { headers })
      if (file.broken) outgoing.destroy()
      else outgoing.writeHead(file.status, file.headers).end(file.body)
      return
    }
    const deadline = performance.now() + TIME_LIMIT_MS
    const context = { ...createContext(), getRemainingTimeInMillis: () => deadline - performance.now() }
    outgoing.end(JSON.stringify(await (handler as ApiHandler)(event as APIGatewayProxyEventV2, context)))
  }

  createServer((incoming, outgoing) => {
    callIds.run(String(incoming.headers[CALL_HEADER]), () => {
      answer(incoming, outgoing).catch((error: unknown) => {
        console.error(error)
        outgoing.destroy()
      })
    })
  }).listen(port, LOOPBACK)
}

if (import.meta.main) {
  const [port, variables = ''] = process.argv.slice(2)
  // The functions read their environment when they are loaded.
  Object.assign(process.env, JSON.parse(variables))
  serve(Number(port))
}
