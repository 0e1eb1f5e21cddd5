import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { LOOPBACK } from '../http-server.ts'
import { type EdgeAnswer, errorPage } from './answers.ts'
import { answerHeaders, type ForwardingPolicy } from './policies.ts'

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'trailer'])

export type OriginCall = {
  port: number
  path: string
  headers: Record<string, string | string[]>
  readTimeoutMs: number
  policies: readonly ForwardingPolicy[]
  /** Aborts when the viewer leaves. */
  viewerLeft: AbortSignal
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Closes idle connections. */
export function closeOriginConnections(): void {
  agent.destroy()
}

/** Forwards the viewer's request to an origin. An origin that cannot be reached or is too slow gives 502 or 504. */
export function callOrigin(viewer: IncomingMessage, call: OriginCall): Promise<EdgeAnswer> {
  return new Promise((resolve) => {
    const upstream = httpRequest({
      agent,
      host: LOOPBACK,
      port: call.port,
      method: viewer.method,
      path: call.path,
      headers: call.headers,
      // An answer without a reader would occupy one of the few connections.
      signal: call.viewerLeft,
    })
    const tooSlow = setTimeout(() => {
      resolve(errorPage(504, 'The request could not be satisfied', 'The origin did not answer in time.'))
      upstream.destroy()
    }, call.readTimeoutMs)
    upstream.once('response', (response) => {
      clearTimeout(tooSlow)
      resolve(answerOf(response, call.policies))
    })
    upstream.on('error', () => {
      clearTimeout(tooSlow)
      resolve(errorPage(502, 'The request could not be satisfied', 'The origin cannot be reached.'))
    })
    viewer.pipe(upstream)
  })
}

function answerOf(response: IncomingMessage, policies: readonly ForwardingPolicy[]): EdgeAnswer {
  const headers: EdgeAnswer['headers'] = {}
  for (const [name, value] of Object.entries(answerHeaders(response.headers, policies)))
    if (value !== undefined && !HOP_BY_HOP.has(name)) headers[name] = value
  return { status: response.statusCode ?? 502, headers, body: response, fromOrigin: true }
}
