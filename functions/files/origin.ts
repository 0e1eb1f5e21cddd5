import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as v from 'valibot'
import { openTable } from '../data/client.ts'
import { documentsOf } from '../data/documents.ts'
import { describeError, logAnswer, logFailure, logger } from '../http/log.ts'
import { problemAnswer, refusalOf } from '../http/problem.ts'
import { type Delivery, deliver, type FileRequest } from './deliver.ts'
import { driveFiles } from './drive.ts'
import { driveTokens } from './drive-tokens.ts'
import { OriginEnvironment } from './environment.ts'
import { secretReader } from './secrets.ts'

const env = v.parse(OriginEnvironment, process.env)
const deps = {
  documents: documentsOf(openTable(env.TABLE_NAME)),
  openDriveFile:
    env.DELIVERY_MODE === 'stream'
      ? driveFiles(env.DRIVE_API_URL, driveTokens(secretReader(env.DRIVE_CREDENTIALS_SECRET_ID)))
      : null,
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
    const refusal = refusalOf(error)
    const problem = problemAnswer(refusal, requestId)
    if (problem.statusCode >= 500) logFailure(refusal, { requestId })
    return problem
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

/** Passes the body on as fast as the reader takes it. Status and headers leave with the first write, even an empty one. */
async function send(stream: NodeJS.WritableStream, { body }: Delivery, requestId: string): Promise<void> {
  stream.write('')
  if (body === null || typeof body === 'string') {
    stream.end(body ?? '')
    return
  }
  try {
    await pipeline(Readable.fromWeb(body), stream)
  } catch (error) {
    // The reader left or Drive broke off: the status is sent, so the connection breaks too and the reader asks again.
    logger.warn('broken off', { requestId, cause: describeError(error) })
  }
}
