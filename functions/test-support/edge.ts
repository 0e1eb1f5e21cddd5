import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { LOOPBACK, listen } from '#scripts/local/http-server.ts'
import { LINK_COOKIE, LINK_PARAMETER } from '#shared/contract/files.ts'
import { routes } from '#shared/contract/routes.ts'
import { createContext, createEvent, parseAnswer } from './gateway.ts'
import type { Site } from './site.ts'

type Respond = (response: ServerResponse) => void

export type TestEdge = Awaited<ReturnType<typeof startEdge>>

type Answered = { status: number; headers: Record<string, string | string[]>; body: string | Buffer }

/** Starts a fake of CloudFront in front of the real handlers and the bucket of pictures, which checks signed URLs. */
export async function startEdge() {
  const calls: string[] = []
  let behind: Site | null = null
  let override: ((path: string) => Respond | undefined) | null = null
  const { port, close } = await listen(0, async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    calls.push(`${request.method} ${url.pathname}`)
    const respond = override?.(url.pathname)
    if (respond) respond(response)
    else if (behind) {
      const answer = url.pathname.startsWith('/files/') ? fileAnswer : apiAnswer
      const { status, headers, body } = await answer(behind, request, url)
      response.writeHead(status, headers).end(body)
    }
  })
  return {
    /** Address of the site: `http://127.0.0.1:…`. */
    origin: `http://${LOOPBACK}:${port}`,
    /** Connects the site behind the edge, which is started with its address. */
    connect: (site: Site) => {
      behind = site
    },
    /** Replaces answers of the site by path. `undefined` passes a call on, and a null responder passes on all calls. */
    answerWith: (respond: typeof override) => {
      override = respond
    },
    calls,
    stop: () => void close(),
  }
}

async function fileAnswer(site: Site, request: IncomingMessage, url: URL): Promise<Answered> {
  const object = site.services.pages.get(url.pathname.slice(1))
  if (!object || !site.isSigned(url) || !isBound(url, request))
    return { status: 403, headers: {}, body: '<Code>AccessDenied</Code>' }
  return { status: 200, headers: { 'content-type': object.contentType }, body: object.body }
}

/** Compares the hash of the cookie, as the function at the edge does. */
function isBound({ searchParams }: URL, { headers }: IncomingMessage): boolean {
  const [name, value = ''] = headers.cookie?.split('=') ?? []
  const hash = createHash('sha256').update(value).digest('hex')
  return name === LINK_COOKIE && searchParams.get(LINK_PARAMETER) === hash
}

async function apiAnswer(site: Site, request: IncomingMessage, url: URL): Promise<Answered> {
  for (const route of Object.values(routes)) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const match = new RegExp(`^${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(url.pathname)
    if (route.method !== request.method || !match) continue
    const body = await text(request)
    const values = match.slice(1).map(decodeURIComponent)
    const event = createEvent(route, {
      params: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
      query: Object.fromEntries(url.searchParams),
      headers: headersOf(request),
      ...(body !== '' && { body }),
    })
    const answer = parseAnswer(await site.handlers[route.capability](event, createContext()))
    const headers = { ...answer.headers, 'set-cookie': answer.cookies }
    return { status: answer.status, headers, body: answer.text }
  }
  return { status: 404, headers: {}, body: '' }
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
