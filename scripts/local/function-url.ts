import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import * as v from 'valibot'
import { httpEvent } from './http-event.ts'
import { listen, type RunningServer, readBodyWithin, sendJson } from './http-server.ts'
import type { StreamSink } from './runtime/environment.ts'
import type { Invoke } from './runtime/functions.ts'
import type { Templates } from './template/templates.ts'

export type FunctionUrlOptions = {
  /** @default any free port */
  port?: number
  templates: Templates
  invoke: Invoke
  /** Sent along by the edge, in place of the signature of its origin access control. */
  edgeSecret: string
}

/** The header that stands for CloudFront's own SigV4 signature. */
export const EDGE_SIGNATURE_HEADER = 'x-local-edge-signature'

const MAX_BODY_BYTES = 6 * 1024 * 1024

/** Lambda function URLs, told apart by host: here the one of the document origin. Streams as the function writes. */
export function startFunctionUrls(options: FunctionUrlOptions): Promise<RunningServer> {
  const { port = 0, invoke, edgeSecret } = options
  const urls = new Map(functionUrls(options.templates).map((url) => [url.host, url]))
  return listen(port, async (request, response) => {
    const functionUrl = urls.get(request.headers.host ?? '')
    if (!functionUrl) return sendJson(response, 404, { Message: null })
    // Only the distribution may call it: the address alone opens nothing.
    if (functionUrl.authType === 'AWS_IAM' && request.headers[EDGE_SIGNATURE_HEADER] !== edgeSecret)
      return sendJson(response, 403, { Message: 'Forbidden' })
    const { method = 'GET', url = '/' } = request
    const { [EDGE_SIGNATURE_HEADER]: _, ...headers } = request.headers
    const body = await readBodyWithin(MAX_BODY_BYTES, request, response, 'Request Too Large')
    if (!body) return
    const sourceIp = headers['x-forwarded-for']?.toString() ?? ''
    const call = { method, url, headers, body, sourceIp, routeKey: '$default', domainName: functionUrl.host }
    const outcome = await invoke(
      functionUrl.functionArn,
      httpEvent(call),
      sinkOf(response, method === 'HEAD'),
    )
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
  const Url = v.object({ TargetFunctionArn: v.string(), AuthType: v.string() })
  return templates.all('AWS::Lambda::Url').map((url) => {
    const { TargetFunctionArn: functionArn, AuthType: authType } = url.read(Url)
    return { host: new URL(url.attribute('FunctionUrl')).host, functionArn, authType }
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
