import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as v from 'valibot'
import { DomainError } from '#shared/domain/domain-error.ts'
import { openTable } from '../data/client.ts'
import { createDocuments } from '../data/documents.ts'
import { openDrive } from '../drive/drive.ts'
import { DriveFailure } from '../drive/failure.ts'
import { logAnswer, logFailure, logger } from '../http/log.ts'
import { refuse } from '../http/problem.ts'
import { deliver } from './deliver.ts'
import { OriginEnvironment } from './environment.ts'
import type { Delivery, FileRequest } from './stream.ts'

const env = v.parse(OriginEnvironment, process.env)
const deps = {
  documents: createDocuments(openTable(env.TABLE_NAME)),
  drive: env.DELIVERY_MODE === 'stream' ? openDrive(env) : null,
}

/** The document origin: a streaming function behind CloudFront, which alone may call it and checks signatures. */
export const handler = awslambda.streamifyResponse(
  async (event: APIGatewayProxyEventV2, responseStream, { awsRequestId: requestId }) => {
    const startedAt = performance.now()
    const delivery = await answerTo(event, requestId)
    const { statusCode, headers } = delivery
    await send(
      awslambda.HttpResponseStream.from(responseStream, { statusCode, headers }),
      delivery,
      requestId,
    )
    const durationMs = Math.round(performance.now() - startedAt)
    logAnswer({ requestId, route: 'GET /files', status: statusCode, durationMs })
  },
)

async function answerTo(event: APIGatewayProxyEventV2, requestId: string): Promise<Delivery> {
  try {
    return await deliver(deps, requestOf(event, requestId))
  } catch (error) {
    return refuse(error, requestId)
  }
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

/** Streams the body as fast as the reader takes it. Status and headers leave with the first write, even an empty one. */
async function send(stream: NodeJS.WritableStream, { body }: Delivery, requestId: string): Promise<void> {
  stream.write('')
  if (body === null || typeof body === 'string') {
    stream.end(body ?? '')
    return
  }
  try {
    await pipeline(Readable.fromWeb(body), stream)
  } catch (error) {
    // The status is sent already: `pipeline` breaks the connection, so that the reader asks again.
    if (error instanceof DriveFailure)
      logFailure(new DomainError('DOCUMENT_SOURCE_FAILED', { cause: error }), { requestId })
    else logger.info('the reader left', { requestId })
  }
}
