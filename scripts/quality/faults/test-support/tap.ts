import { Agent, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen, type RunningServer } from '#scripts/local/http-server.ts'
import { CALL_HEADER } from './api-process.ts'

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

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export async function startTap(service: Service, target: string, watch: Watcher): Promise<RunningServer> {
  const agent = new Agent({ keepAlive: true })
  const forward = (method: string, url: string, headers: IncomingHttpHeaders, body: Buffer) =>
    new Promise<Answer>((resolve, reject) => {
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
