import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { DomainError } from '#shared/domain/domain-error.ts'
import { DriveFailure } from '../drive/failure.ts'
import { logAnswer, logFailure, logger } from '../http/log.ts'
import { refuse } from '../http/problem.ts'

export type FileRequest = {
  method: string
  path: string
  requestId: string
  range: string | undefined
  ifRange: string | undefined
}

export type Delivery = {
  statusCode: number
  headers: Record<string, string>
  body: ReadableStream<Uint8Array> | string | null
}

/**
 * Creates the Lambda handler of a streaming function behind CloudFront, which alone may call it and checks signatures.
 */
export function createStreamingHandler(route: string, deliver: (request: FileRequest) => Promise<Delivery>) {
  return awslambda.streamifyResponse(
    async (event: APIGatewayProxyEventV2, responseStream, { awsRequestId: requestId }) => {
      const startedAt = performance.now()
      const delivery = await deliver(requestOf(event, requestId)).catch((error: unknown) =>
        refuse(error, requestId),
      )
      const { statusCode, headers } = delivery
      const stream = awslambda.HttpResponseStream.from(responseStream, { statusCode, headers })
      await send(stream, delivery, requestId)
      const durationMs = Math.round(performance.now() - startedAt)
      logAnswer({ requestId, route, status: statusCode, durationMs })
    },
  )
}

function requestOf(event: APIGatewayProxyEventV2, requestId: string): FileRequest {
  const { rawPath: path, headers, requestContext } = event
  return {
    method: requestContext.http.method,
    path,
    requestId,
    range: headers.range,
    ifRange: headers['if-range'],
  }
}

/** Streams the body as fast as the reader takes it. Status and headers are sent with the first write. */
async function send(stream: NodeJS.WritableStream, { body }: Delivery, requestId: string): Promise<void> {
  stream.write('')
  if (body === null || typeof body === 'string') {
    stream.end(body ?? '')
    return
  }
  try {
    await pipeline(Readable.fromWeb(body), stream)
  } catch (error) {
    // The status is sent already. `pipeline` breaks the connection, so that the reader repeats the request.
    if (error instanceof DriveFailure)
      logFailure(new DomainError('DOCUMENT_SOURCE_FAILED', { cause: error }), { requestId })
    else logger.info('the reader left', { requestId })
  }
}
