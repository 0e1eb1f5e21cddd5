import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Answer, type Call, createSignedEvent, parseAnswer } from '#functions/test-support/gateway.ts'
import { startSite } from '#functions/test-support/site.ts'
import { Child } from '#scripts/local/child.ts'
import { LOOPBACK, listen, type RunningServer } from '#scripts/local/http-server.ts'
import { freePort } from '#scripts/local/options.ts'
import { startEmulator } from '#scripts/local/table.ts'
import type { Route } from '#shared/contract/define-route.ts'
import { CALL_HEADER } from './api-process.ts'

export type TimedAnswer = (Answer & { ms: number }) | null

export type FaultySite = Awaited<ReturnType<typeof startFaultySite>>

export const VICTIMS = ['api', 'table'] as const
/** A process that can be killed and started again on the same data. */
export type Victim = (typeof VICTIMS)[number]

/** Longer than a function may take. */
const PATIENCE_MS = 35_000
export const passAll: Watcher = () => Promise.resolve('pass')

export async function startFaultySite() {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'))
  const table = await startEmulator({ file: join(folder, 'table.db') })
  if (!table.child) throw new Error('DYNAMODB_ENDPOINT names a server that cannot be killed: unset it')
  process.env.DYNAMODB_ENDPOINT = table.endpoint
  const site = await startSite()
  delete process.env.DYNAMODB_ENDPOINT

  let watcher = passAll
  const targets = { table: table.endpoint, users: site.userPool.url, drive: site.drive.url }
  const taps = await Promise.all(
    SERVICES.map((each) => startTap(each, targets[each], (seen) => watcher(seen))),
  )
  const urlOf = (service: Service) => `http://${LOOPBACK}:${taps[SERVICES.indexOf(service)]?.port}`
  const credentials = Object.assign(site.drive.account, { token_uri: `${urlOf('drive')}/token` })
  site.services.secrets.set('drive', JSON.stringify(credentials))
  const port = await freePort()
  const tapped = {
    // The limits of the cloud are what is tested here.
    TIME_LIMIT_FACTOR: '1',
    AWS_ENDPOINT_URL_DYNAMODB: urlOf('table'),
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: urlOf('users'),
    DRIVE_API_URL: urlOf('drive'),
  }
  const script = fileURLToPath(new URL('api-process.ts', import.meta.url))
  const args = [script, String(port), JSON.stringify(tapped)]
  const api = new Child({ name: 'API', command: process.execPath, args, port })
  await api.start()

  async function post<T>(
    name: string,
    body: unknown,
    callId: string,
    read: (response: Response) => Promise<T>,
  ) {
    const startedAt = performance.now()
    try {
      const response = await fetch(`http://${LOOPBACK}:${port}/${name}`, {
        method: 'POST',
        headers: { [CALL_HEADER]: callId },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      return { ...(await read(response)), ms: performance.now() - startedAt }
    } catch {
      return null
    }
  }

  return {
    /** The same table, accounts and Drive without faults, for preparing and judging. */
    site,
    /** Calls a route in the API's own process. @param callId given to the watcher with each request of this call */
    call: async (route: Route, call: Call, callId = ''): Promise<TimedAnswer> =>
      post(route.capability, await createSignedEvent(route, call), callId, async (response) =>
        parseAnswer((await response.json()) as Parameters<typeof parseAnswer>[0]),
      ),
    /** Reads a part of a document through the document origin. @param range `0-1023` */
    fetchDocument: (path: string, range: string, callId = ''): Promise<TimedAnswer> =>
      post('origin', { path, headers: { range: `bytes=${range}` } }, callId, async (response) => {
        const text = await response.text()
        const headers = Object.fromEntries(response.headers)
        const isJson = headers['content-type']?.includes('json') ?? false
        return {
          status: response.status,
          headers,
          cookies: [],
          text,
          json: isJson ? (JSON.parse(text) as Answer['json']) : {},
        }
      }),
    watch: (next: Watcher) => {
      watcher = next
    },
    processes: { api, table: table.child },
    stop: async () => {
      await api.stop()
      await Promise.all(taps.map((tap) => tap.close()))
      await site.stop()
      await table.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const SERVICES = ['table', 'users', 'drive'] as const
export type Service = (typeof SERVICES)[number]

/** A request from a function to a service, seen before the service works and once more after it has answered. */
export type ServiceRequest = {
  service: Service
  moment: 'before' | 'after'
  /** As the AWS protocols name it, or `GET /path` where a service has no such names. */
  operation: string
  /** The same object at both moments of one attempt. */
  body: Buffer
  callId: string
}

export type FakeAnswer = { status: number; headers: Record<string, string>; body: string }

/** `reset`: the caller sees a broken connection; `cut`: it breaks in the middle of the answer. */
export type Verdict = 'pass' | 'reset' | 'cut' | FakeAnswer

/** Decides on a request at both moments; it may wait. */
export type Watcher = (request: ServiceRequest) => Promise<Verdict>

type ServiceAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

async function startTap(service: Service, target: string, watch: Watcher): Promise<RunningServer> {
  const agent = new Agent({ keepAlive: true })
  const forward = (method: string, url: string, headers: IncomingHttpHeaders, body: Buffer) =>
    new Promise<ServiceAnswer>((resolve, reject) => {
      request(new URL(url, target), { method, headers, agent }, (incoming) => {
        const { statusCode: status = 500, headers: answered } = incoming
        buffer(incoming).then((bytes) => resolve({ status, headers: answered, body: bytes }), reject)
      })
        .once('error', reject)
        .end(body)
    })
  const tap = await listen(0, async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const { method = 'GET', url = '/', headers } = incoming
    const { [CALL_HEADER]: callId, ...passed } = headers
    const operation =
      headers['x-amz-target']?.toString().split('.')[1] ?? `${method} ${url.split('?')[0] ?? ''}`
    const seen = { service, operation, body, callId: String(callId) }
    const before = await watch({ ...seen, moment: 'before' })
    if (before !== 'pass') return end(outgoing, before)
    const answer = await forward(method, url, passed, body).catch(() => null)
    const after = answer ? await watch({ ...seen, moment: 'after' }) : 'reset'
    if (!answer || (after !== 'pass' && after !== 'cut')) return end(outgoing, after)
    outgoing.writeHead(answer.status, answer.headers)
    if (after === 'pass') outgoing.end(answer.body)
    // Written before the connection breaks, so that the caller has begun to read.
    else outgoing.write(answer.body.subarray(0, answer.body.length / 2), () => outgoing.destroy())
  })
  return {
    ...tap,
    close: async () => {
      agent.destroy()
      await tap.close()
    },
  }
}

function end(outgoing: ServerResponse, verdict: Verdict): void {
  if (typeof verdict === 'string') outgoing.destroy()
  else outgoing.writeHead(verdict.status, verdict.headers).end(verdict.body)
}
