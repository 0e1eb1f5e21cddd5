import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import { awsOperation, type FakeService, startFakeService } from '../fake-service.ts'
import { BodyTooLarge, readBody, sendJson } from '../http-server.ts'
import { CognitoError, invalidParameter } from './cognito-error.ts'
import { operatorOperations } from './operator.ts'
import type { Body, Pool } from './pool.ts'
import { secondFactorOperations } from './second-factor.ts'
import { selfServiceOperations } from './self-service.ts'

export type UsersOptions = {
  pool: Pool
  /** @default any free port */
  port?: number
}

const MAX_BODY_BYTES = 64 * 1024

/** Name of the fetch of the public keys. */
export const READ_KEYS = 'jwks'

const operations = { ...selfServiceOperations, ...secondFactorOperations, ...operatorOperations }

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
}

/** Serves the user pool and its public keys. */
export function startUsers({ pool, port = 0 }: UsersOptions): Promise<FakeService> {
  return startFakeService({
    port,
    operationOf: (request) => (request.method === 'GET' ? READ_KEYS : awsOperation(request)),
    async handle(operation, request, response) {
      if (request.method === 'OPTIONS') return preflight(request, response)
      if (request.url === `/${pool.settings.userPoolId}/.well-known/jwks.json`)
        return sendJson(response, 200, pool.tokens.jwks, CORS)
      const requestId = randomUUID()
      const headers = { ...CORS, 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': requestId }
      try {
        sendJson(response, 200, await carryOut(pool, operation, request), headers)
      } catch (error) {
        const { type, message } = asCognitoError(error)
        const status = type === 'InternalErrorException' ? 500 : 400
        sendJson(response, status, { __type: type, message }, { ...headers, 'x-amzn-errortype': `${type}:` })
      }
    },
  })
}

async function carryOut(pool: Pool, operation: string, request: IncomingMessage): Promise<Body> {
  const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false
  if (!isSigned && !(operation in selfServiceOperations) && !isOwnSecondFactor(operation))
    throw new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token')
  const known = operations[operation]
  if (!known) throw new CognitoError('InvalidAction', `The local user pool has no ${operation}`)
  return known(pool, await readJson(request))
}

function isOwnSecondFactor(operation: string): boolean {
  return operation in secondFactorOperations && !operation.startsWith('Admin')
}

async function readJson(request: IncomingMessage): Promise<Body> {
  const text = (await readBody(request, MAX_BODY_BYTES)).toString()
  try {
    return v.parse(v.record(v.string(), v.unknown()), JSON.parse(text))
  } catch {
    throw new CognitoError('SerializationException', 'Start of structure or map found where not expected.')
  }
}

function asCognitoError(error: unknown): CognitoError {
  if (error instanceof CognitoError) return error
  if (error instanceof BodyTooLarge) return invalidParameter('Request too large')
  if (error instanceof v.ValiError) return invalidParameter('Invalid parameter')
  console.error('users:', error)
  return new CognitoError('InternalErrorException', 'Internal error')
}

function preflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    ...CORS,
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
    'access-control-allow-methods': 'POST',
    'access-control-max-age': '172800',
    'content-length': 0,
  })
  response.end()
}
