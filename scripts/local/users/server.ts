import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import { normalizeEmail } from '#shared/entities/fields.ts'
import {
  awsOperation,
  BodyTooLarge,
  type FakeService,
  readBody,
  sendJson,
  startFakeService,
} from '../http-server.ts'
import { CognitoError, hashPassword, invalidParameter, notAuthorized } from './accounts.ts'
import { operatorOperations } from './operator.ts'
import { changePassword, confirmForgotPassword, forgotPassword } from './passwords.ts'
import {
  assertPasswordLength,
  attributesOf,
  type Body,
  callTrigger,
  type Operation,
  type Pool,
  readAttributes,
  text,
} from './pool.ts'
import { initiateAuth, refresh, respondToAuthChallenge, secondFactorOperations } from './sign-in.ts'

const MAX_BODY_BYTES = 64 * 1024

export const READ_KEYS = 'jwks'

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
}

export function startUsers({ pool, port = 0 }: { pool: Pool; port?: number }): Promise<FakeService> {
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
        sendJson(response, 200, (await carryOut(pool, operation, request)) ?? {}, headers)
      } catch (error) {
        const { type, message } = asCognitoError(error)
        const status = type === 'InternalErrorException' ? 500 : 400
        sendJson(response, status, { __type: type, message }, { ...headers, 'x-amzn-errortype': `${type}:` })
      }
    },
  })
}

async function carryOut(pool: Pool, operation: string, request: IncomingMessage): Promise<unknown> {
  const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false
  if (!isSigned && !(operation in selfServiceOperations))
    throw new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token')
  const known = operations[operation]
  if (!known) throw new CognitoError('InvalidAction', `The local user pool has no ${operation}`)
  return known(pool, await readJson(request))
}

async function readJson(request: IncomingMessage): Promise<Body> {
  const json = (await readBody(request, MAX_BODY_BYTES)).toString()
  try {
    return v.parse(v.record(v.string(), v.unknown()), JSON.parse(json))
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

const selfServiceOperations: Record<string, Operation> = {
  SignUp: signUp,
  InitiateAuth: initiateAuth,
  RespondToAuthChallenge: respondToAuthChallenge,
  GetTokensFromRefreshToken: (pool, body) => refresh(pool, text(body.RefreshToken)),
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
  ChangePassword: changePassword,
  ...secondFactorOperations,

  RevokeToken({ accounts }, body) {
    const found = accounts.findByRefreshToken(text(body.Token))
    if (!found) return
    const { account, refreshToken } = found
    const refreshTokens = account.refreshTokens.filter(({ digest }) => digest !== refreshToken.digest)
    accounts.save({ ...account, refreshTokens })
  },
}

const operations = { ...selfServiceOperations, ...operatorOperations }

/** Creates an account when PreSignUp agrees, and tells PostConfirmation. */
async function signUp(pool: Pool, body: Body): Promise<Body> {
  const email = normalizeEmail(text(body.Username))
  if (!email.includes('@')) throw invalidParameter('Username should be an email.')
  assertPasswordLength(pool, body.Password)
  const attributes = readAttributes(body)
  if (Object.keys(attributes).some((name) => !pool.settings.writeAttributes.includes(name)))
    throw notAuthorized('A client attempted to write unauthorized attribute')
  if ((attributes.email ?? email) !== email)
    throw invalidParameter('The email attribute is not the username.')
  assertFree(pool, email)
  const id = randomUUID()
  const request = {
    userAttributes: { email },
    validationData: readAttributes({ UserAttributes: body.ValidationData }),
  }
  const { autoConfirmUser = false, autoVerifyEmail = false } = await callTrigger(
    pool,
    'PreSignUp_SignUp',
    id,
    request,
  )
  // Looks again, since another sign-up of the address may have been first.
  assertFree(pool, email)
  const account = pool.accounts.add({
    id,
    email,
    isEmailVerified: autoVerifyEmail,
    status: autoConfirmUser ? 'CONFIRMED' : 'UNCONFIRMED',
    password: hashPassword(text(body.Password)),
  })
  if (autoConfirmUser) {
    const userAttributes = { ...attributesOf(account), 'cognito:user_status': account.status }
    await callTrigger(pool, 'PostConfirmation_ConfirmSignUp', id, { userAttributes })
  }
  return { UserConfirmed: autoConfirmUser, UserSub: id }
}

function assertFree({ accounts }: Pool, email: string): void {
  if (accounts.find(email))
    throw new CognitoError('UsernameExistsException', 'An account with the given email already exists.')
}
