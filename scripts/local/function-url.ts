import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import * as v from 'valibot'
import { httpEvent } from './gateway.ts'
import { listen, type RunningServer, readBody, sendJson } from './http-server.ts'
import type { StreamSink } from './runtime/environment.ts'
import type { Invoke } from './runtime/functions.ts'
import type { Templates } from './template/templates.ts'

type FunctionUrl = { host: string; functionArn: string; authType: string }

type FunctionUrlOptions = {
  functionUrl: FunctionUrl
  invoke: Invoke
  /** The edge sends this header in place of a signature. */
  edgeSecret: string
}

const Url = v.object({ TargetFunctionArn: v.string(), AuthType: v.string() })

export function readFunctionUrls(templates: Templates): FunctionUrl[] {
  return templates.all('AWS::Lambda::Url').map((url) => {
    const { TargetFunctionArn: functionArn, AuthType: authType } = url.read(Url)
    return { host: new URL(url.attribute('FunctionUrl')).host, functionArn, authType }
  })
}

/** This header stands for CloudFront's SigV4 signature. */
export const EDGE_SIGNATURE_HEADER = 'x-local-edge-signature'

const MAX_BODY_BYTES = 6 * 1024 * 1024

export function startFunctionUrl({
  functionUrl: { host, functionArn, authType },
  invoke,
  edgeSecret,
}: FunctionUrlOptions): Promise<RunningServer> {
  return listen(0, async (request, response) => {
    if (authType === 'AWS_IAM' && request.headers[EDGE_SIGNATURE_HEADER] !== edgeSecret)
      return sendJson(response, 403, { Message: 'Forbidden' })
    const { method = 'GET', url = '/' } = request
    const { [EDGE_SIGNATURE_HEADER]: _, ...headers } = request.headers
    const body = await readBody(request, MAX_BODY_BYTES)
    const sourceIp = headers['x-forwarded-for']?.toString() ?? ''
    const call = { method, url, headers, body, sourceIp, routeKey: '$default', domainName: host }
    const outcome = await invoke(functionArn, httpEvent(call), sinkOf(response, method === 'HEAD'))
    if (outcome.kind === 'streamed') response.end()
    else if (response.headersSent) response.destroy()
    else sendJson(response, 502, { Message: 'Internal Server Error' })
  })
}

/** Sends a function's stream at the client's pace; bytes after the client has left are dropped. */
function sinkOf(response: ServerResponse, isHead: boolean): StreamSink {
  return {
    begin({ statusCode, headers, cookies }) {
      if (cookies.length > 0) response.setHeader('set-cookie', cookies)
      // AWS sends streamed answers in chunks, without the length that a function states.
      for (const [name, value] of Object.entries(headers))
        if (name.toLowerCase() !== 'content-length') response.setHeader(name, value)
      response.writeHead(statusCode)
      if (isHead) response.flushHeaders()
    },
    async write(bytes) {
      if (response.destroyed || isHead || response.write(bytes)) return
      await Promise.race([once(response, 'drain'), once(response, 'close')]).catch(() => {})
    },
  }
}
