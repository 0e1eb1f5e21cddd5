import { Agent, request as call, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { LOOPBACK, listen, type RunningServer } from '#scripts/local/http-server.ts'

/** `before` a call reaches its service, or `after` the service has answered and before the caller hears of it. */
export type Moment = 'before' | 'after'

/** Looks at a call on its way; 'drop': it ends here, and its caller sees a broken connection. */
export type Watcher = (operation: string, moment: Moment) => Promise<'pass' | 'drop'>

/** Stands between functions and an AWS service on loopback, so that something can happen at a certain call. */
export async function startTap(targetPort: number, watch: Watcher): Promise<RunningServer> {
  const agent = new Agent({ keepAlive: true })
  const tap = await listen(0, async (request, response) => {
    const body = await buffer(request)
    const operation = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? ''
    if ((await watch(operation, 'before')) === 'drop') return drop(response)
    const answer = await passOn(request, body).catch(() => null)
    if (answer === null || (await watch(operation, 'after')) === 'drop') return drop(response)
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })

  async function passOn({ method, headers, url }: IncomingMessage, body: Buffer) {
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      call({ host: LOOPBACK, port: targetPort, method, headers, path: url, agent }, resolve)
        .once('error', reject)
        .end(body)
    })
    return { status: incoming.statusCode ?? 500, headers: incoming.headers, body: await buffer(incoming) }
  }

  return {
    ...tap,
    close: async () => {
      agent.destroy()
      await tap.close()
    },
  }
}

function drop(response: ServerResponse): void {
  response.destroy()
}
