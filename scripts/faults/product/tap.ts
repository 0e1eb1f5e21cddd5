import { createHash } from 'node:crypto'
import { Agent, request as call, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { LOOPBACK, listen, type RunningServer } from '#scripts/local/http-server.ts'

/** `before` a call reaches its service, or `after` the service has answered and before the caller hears of it. */
export type Moment = 'before' | 'after'

/** A call on its way: as the AWS protocols name it, or `GET /path` where a service has no such names. */
export type Passing = {
  operation: string
  moment: Moment
  /** The same for every attempt of one call, as far as headers and body tell. */
  fingerprint: string
  body: Buffer
}

/** An answer in the service's place. */
export type OwnAnswer = { status: number; headers: Record<string, string>; body: string }

/**
 * What becomes of a call. `drop`: it ends here, and its caller sees a broken connection; `cut`: so it does in the middle of
 * the answer.
 */
export type Verdict = 'pass' | 'drop' | 'cut' | OwnAnswer

/** Looks at a call at both moments; it may take its time. */
export type Watcher = (passing: Passing) => Promise<Verdict>

type Answered = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Stands between functions and a service on loopback, so that something can happen at a certain call. */
export async function startTap(targetPort: number, watch: Watcher): Promise<RunningServer> {
  const agent = new Agent({ keepAlive: true })
  const tap = await listen(0, async (request, response) => {
    const body = await buffer(request)
    const { method = 'GET', headers, url = '/' } = request
    const seen = {
      operation: headerOf(headers, 'x-amz-target')?.split('.')[1] ?? `${method} ${url.split('?')[0]}`,
      fingerprint: fingerprintOf(method, url, headers, body),
      body,
    }
    const before = await watch({ ...seen, moment: 'before' })
    if (before !== 'pass') return answerSelf(response, before)
    const answer = await passOn({ method, headers, url }, body).catch(() => null)
    const after = answer === null ? 'drop' : await watch({ ...seen, moment: 'after' })
    if (after === 'cut' && answer) return sendHalf(response, answer)
    if (after !== 'pass' || !answer) return answerSelf(response, after)
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })

  function passOn(
    { method, headers, url }: { method: string; headers: IncomingHttpHeaders; url: string },
    body: Buffer,
  ): Promise<Answered> {
    return new Promise((resolve, reject) => {
      call({ host: LOOPBACK, port: targetPort, method, headers, path: url, agent }, (incoming) => {
        const { statusCode: status = 500, headers: answered } = incoming
        buffer(incoming).then((bytes) => resolve({ status, headers: answered, body: bytes }), reject)
      })
        .once('error', reject)
        .end(body)
    })
  }

  return {
    ...tap,
    close: async () => {
      agent.destroy()
      await tap.close()
    },
  }
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  return headers[name]?.toString() ?? null
}

/** The trace is that of the function's call, so that equal calls of two people stay two. */
function fingerprintOf(method: string, url: string, headers: IncomingHttpHeaders, body: Buffer): string {
  const told = ['x-amz-target', 'x-amzn-trace-id', 'range'].map((name) => headerOf(headers, name))
  return createHash('sha256')
    .update(JSON.stringify([method, url, told]))
    .update(body)
    .digest('hex')
}

function answerSelf(response: ServerResponse, verdict: Verdict): void {
  if (typeof verdict === 'string') response.destroy()
  else response.writeHead(verdict.status, verdict.headers).end(verdict.body)
}

function sendHalf(response: ServerResponse, { status, headers, body }: Answered): void {
  response.writeHead(status, headers)
  // What was sent shall arrive: a broken connection takes along what still waits.
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy())
}
