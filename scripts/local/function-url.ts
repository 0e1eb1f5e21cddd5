import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import * as v from 'valibot'
import type { Counters } from './counters.ts'
import { httpEvent } from './http-event.ts'
import { BodyTooLarge, listen, type RunningServer, readBody, sendJson } from './http-server.ts'
import type { StreamSink } from './runtime/environment.ts'
import type { LocalFunctions } from './runtime/functions.ts'
import type { Templates } from './template/templates.ts'

export type FunctionUrlOptions = {
  /** @default any free port */
  port?: number
  templates: Templates
  functions: () => Pick<LocalFunctions, 'get'>
  /** What the edge sends along: stands for the signature of its origin access control. */
  edgeSecret: string
  counters: Counters
}

/** The header that stands for CloudFront's own SigV4 signature. */
export const EDGE_SIGNATURE_HEADER = 'x-local-edge-signature'

const MAX_BODY_BYTES = 6 * 1024 * 1024

/** Lambda function URLs, told apart by host: here the one of the document origin. Streams as the function writes. */
export function startFunctionUrls(options: FunctionUrlOptions): Promise<RunningServer> {
  const { port = 0, functions, edgeSecret, counters } = options
  const urls = new Map(functionUrls(options.templates).map((url) => [url.host, url]))
  return listen(port, async (request, response) => {
    const url = urls.get(request.headers.host ?? '')
    if (!url) return sendJson(response, 404, { Message: null })
    // Only the distribution may call it: whoever knows the address alone gets nothing.
    if (url.authType === 'AWS_IAM' && request.headers[EDGE_SIGNATURE_HEADER] !== edgeSecret)
      return sendJson(response, 403, { Message: 'Forbidden' })
    const { [EDGE_SIGNATURE_HEADER]: _, ...headers } = request.headers
    const body = await readBody(request, MAX_BODY_BYTES).catch((error: unknown) => {
      if (error instanceof BodyTooLarge) return null
      throw error
    })
    if (!body) return sendJson(response, 413, { Message: 'Request Too Large' }, { connection: 'close' })
    const event = httpEvent({
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      headers,
      body,
      sourceIp: request.headers['x-forwarded-for']?.toString() ?? '',
      routeKey: '$default',
      domainName: url.host,
    })
    counters.add(`function ${url.functionArn.replace(/^.*:function:/, '')}`)
    const outcome = await functions()
      .get(url.functionArn)
      .invoke(event, sinkOf(response, request.method === 'HEAD'))
    if (outcome.kind === 'streamed') response.end()
    else if (response.headersSent) response.destroy()
    else sendJson(response, 502, { Message: 'Internal Server Error' })
  })
}

/** The hosts of all function URLs, by which the distribution names its origins. */
export function functionUrlHosts(templates: Templates): string[] {
  return functionUrls(templates).map(({ host }) => host)
}

function functionUrls(templates: Templates): { host: string; functionArn: string; authType: string }[] {
  return templates.all('AWS::Lambda::Url').map((url) => {
    const { TargetFunctionArn, AuthType } = url.read(
      v.object({ TargetFunctionArn: v.string(), AuthType: v.string() }),
    )
    return {
      host: new URL(url.attribute('FunctionUrl')).host,
      functionArn: TargetFunctionArn,
      authType: AuthType,
    }
  })
}

/** Hands a function's stream to the client at the client's pace; what comes after the client left is dropped. */
function sinkOf(response: ServerResponse, isHead: boolean): StreamSink {
  return {
    begin({ statusCode, headers, cookies }) {
      if (cookies.length > 0) response.setHeader('set-cookie', cookies)
      response.writeHead(statusCode, headers)
      if (isHead) response.flushHeaders()
    },
    async write(bytes) {
      if (response.destroyed || isHead || response.write(bytes)) return
      await Promise.race([once(response, 'drain'), once(response, 'close')]).catch(() => {})
    },
  }
}
