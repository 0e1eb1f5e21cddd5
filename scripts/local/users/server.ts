import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Counters } from '../counters.ts'
import { BodyTooLarge, listen, type RunningServer, readBody, sendJson } from '../http-server.ts'
import type { LocalFunctions } from '../runtime/functions.ts'
import { accessTokenVerifier } from './access-tokens.ts'
import { Attempts } from './attempts.ts'
import { CognitoError } from './cognito-error.ts'
import { EmulatorClient } from './emulator-client.ts'
import { Firewall, type FirewallRule } from './firewall.ts'
import { folded } from './guards.ts'
import type { OperationDeps } from './operation.ts'
import { operations } from './operations.ts'
import type { Outbox } from './outbox.ts'
import type { PoolSettings } from './pool-settings.ts'
import { RefreshTokens } from './refresh-tokens.ts'
import { Triggers } from './triggers.ts'

export type UsersOptions = {
  port: number
  emulatorUrl: string
  /** The emulator's folder. */
  folder: string
  pool: PoolSettings
  /** What the web ACL on the pool limits. */
  rules: readonly FirewallRule[]
  functions: () => Pick<LocalFunctions, 'get'>
  outbox: Outbox
  counters: Counters
  now?: () => Date
}

const MAX_BODY_BYTES = 64 * 1024

/** Operations that the service takes from anyone; all others must be signed with AWS credentials. */
const UNSIGNED = new Set([
  'InitiateAuth',
  'RespondToAuthChallenge',
  'GetTokensFromRefreshToken',
  'SignUp',
  'ConfirmSignUp',
  'ResendConfirmationCode',
  'ForgotPassword',
  'ConfirmForgotPassword',
  'ChangePassword',
  'GetUser',
  'UpdateUserAttributes',
  'AssociateSoftwareToken',
  'VerifySoftwareToken',
  'SetUserMFAPreference',
  'DeleteUser',
  'GlobalSignOut',
  'RevokeToken',
])

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
}

/** The user pool's endpoint: the emulator behind a proxy that carries out what the emulator lacks. */
export async function startUsers(options: UsersOptions): Promise<RunningServer> {
  const { pool, counters, now = () => new Date() } = options
  const emulator = new EmulatorClient(options.emulatorUrl, options.folder, pool)
  const clock = () => now().getTime()
  const triggers = new Triggers(pool, options.functions)
  const deps: OperationDeps = {
    pool,
    emulator,
    tokens: new RefreshTokens(join(options.folder, 'refresh-tokens.json')),
    triggers,
    outbox: options.outbox,
    signInAttempts: new Attempts(clock),
    codeAttempts: new Attempts(clock),
    challenges: new Map(),
    usedCodes: new Map(),
    resetRequired: new Set(),
    codesSentAt: new Map(),
    verifyAccessToken: accessTokenVerifier(pool, emulator),
    now,
  }
  const firewall = new Firewall(options.rules, clock)
  const running = await listen(options.port, async (request, response) => {
    if (request.method === 'OPTIONS') return preflight(request, response)
    if (request.url === `/${pool.userPoolId}/.well-known/jwks.json`) return sendKeys(response, emulator)
    const trigger = /^\/2015-03-31\/functions\/(\w+)\/invocations$/.exec(request.url ?? '')?.[1]
    if (trigger !== undefined) return invoke(request, response, trigger, triggers)
    await serve(request, response, { deps, firewall, counters })
  })
  return {
    ...running,
    close: async () => {
      await running.close()
      await emulator.settle()
    },
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { deps, firewall, counters }: { deps: OperationDeps; firewall: Firewall; counters: Counters },
): Promise<void> {
  const headers = { ...CORS, 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() }
  try {
    const operation = String(request.headers['x-amz-target'] ?? '').replace(
      /^AWSCognitoIdentityProviderService\./,
      '',
    )
    firewall.admit(operation, request.socket.remoteAddress ?? '')
    if (!UNSIGNED.has(operation) && !request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 '))
      throw new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token')
    counters.add(`users ${operation}`)
    const body = await readJson(request)
    const carryOut = operations[operation]
    const answer = carryOut ? await carryOut(deps, body) : await deps.emulator.call(operation, folded(body))
    sendJson(response, 200, answer, headers)
  } catch (error) {
    const { type, message } = asCognitoError(error)
    const status = type === 'InternalErrorException' ? 500 : 400
    sendJson(response, status, { __type: type, message }, { ...headers, 'x-amzn-errortype': `${type}:` })
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = (await readBody(request, MAX_BODY_BYTES)).toString()
  try {
    return v.parse(v.record(v.string(), v.unknown()), JSON.parse(text))
  } catch {
    throw new CognitoError('SerializationException', 'Start of structure or map found where not expected.')
  }
}

function asCognitoError(error: unknown): CognitoError {
  if (error instanceof CognitoError) return error
  if (error instanceof BodyTooLarge) return new CognitoError('InvalidParameterException', 'Request too large')
  if (error instanceof v.ValiError) return new CognitoError('InvalidParameterException', 'Invalid parameter')
  console.error('users:', error)
  return new CognitoError('InternalErrorException', 'Internal error')
}

/** The emulator's triggers call this as the Lambda service. */
async function invoke(
  request: IncomingMessage,
  response: ServerResponse,
  trigger: string,
  triggers: Triggers,
): Promise<void> {
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 '))
    return sendJson(response, 403, { message: 'Missing Authentication Token' })
  const { failed, json } = await triggers.invoke(trigger, await readJson(request))
  response.writeHead(200, {
    'content-type': 'application/json',
    ...(failed && { 'x-amz-function-error': 'Unhandled' }),
  })
  response.end(json)
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

async function sendKeys(response: ServerResponse, emulator: EmulatorClient): Promise<void> {
  const keys = await emulator.readKeys()
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=3600',
    ...CORS,
  })
  response.end(keys)
}
