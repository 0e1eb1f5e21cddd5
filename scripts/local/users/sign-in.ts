import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { CognitoError, tokenRevoked, userDisabled, wrongCredentials } from './cognito-error.ts'
import type { Account, Body } from './emulator-client.ts'
import { assertPasswordLength, asWrongCredentials } from './guards.ts'
import { type OperationDeps, text } from './operation.ts'
import { signInWithCode } from './second-factor.ts'
import { signAgain } from './sign-again.ts'

const CHALLENGE_LIFE_MS = 3 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

const Text = v.string()
const SignIn = v.object({ USERNAME: Text, PASSWORD: Text })
const Tokens = v.object({ AccessToken: Text, IdToken: Text, RefreshToken: v.optional(Text) })
const Answer = v.object({
  AuthenticationResult: v.optional(Tokens),
  Session: v.optional(Text),
  ChallengeName: v.optional(Text, ''),
})

/** Signs in with a password. Nothing tells of an account before its password was right. */
export async function signIn(deps: OperationDeps, body: Body): Promise<Body> {
  const parameters = v.safeParse(SignIn, body.AuthParameters)
  if (!parameters.success)
    throw new CognitoError('InvalidParameterException', 'Missing required parameter USERNAME')
  const username = normalizeEmail(parameters.output.USERNAME)
  const { emulator, signInAttempts, pool } = deps
  if (signInAttempts.isLocked(username))
    throw new CognitoError('NotAuthorizedException', 'Password attempts exceeded')
  const account = await emulator.find(username)
  try {
    if (!account) throw wrongCredentials()
    // There is no password that could be right or wrong.
    if (deps.resetRequired.has(account.sub))
      throw new CognitoError('PasswordResetRequiredException', 'Password reset required for the user')
    // With a temporary password the emulator hands out its challenge whatever the password.
    if (account.status === 'FORCE_CHANGE_PASSWORD')
      await assertTemporaryPassword(deps, account, parameters.output.PASSWORD)
    const AuthParameters = { ...(body.AuthParameters as Body), USERNAME: username }
    const answer = await emulator.call('InitiateAuth', { ...body, AuthParameters }).catch(asWrongCredentials)
    signInAttempts.succeeded(username)
    if (!account.enabled) throw userDisabled()
    return await granted(deps, account, answer)
  } catch (error) {
    if (error instanceof CognitoError && error.message === wrongCredentials().message) {
      signInAttempts.failed(username)
      if (!account && !pool.hidesUnknownUsers)
        throw new CognitoError('UserNotFoundException', 'User does not exist.')
    }
    throw error
  }
}

/** Notes what an answer hands out: a challenge to answer or, with PostAuthentication's consent, a refresh token. */
async function granted(deps: OperationDeps, account: Account, answer: Body): Promise<Body> {
  const { tokens, challenges, triggers, now } = deps
  const { sub } = account
  const { AuthenticationResult, Session, ChallengeName: name } = v.parse(Answer, answer)
  if (Session !== undefined)
    challenges.set(Session, { sub, name, until: now().getTime() + CHALLENGE_LIFE_MS })
  if (!AuthenticationResult) return answer
  await triggers.postAuthenticate(account)
  const { RefreshToken } = AuthenticationResult
  if (RefreshToken === undefined) return { ...answer, AuthenticationResult: withLife(AuthenticationResult) }
  tokens.add(sub, RefreshToken)
  return { ...answer, AuthenticationResult: withLife(ofSignIn(AuthenticationResult, RefreshToken)) }
}

/** The service says how long the access token lives; the emulator does not. */
function withLife(tokens: v.InferOutput<typeof Tokens>): Body {
  const { exp, iat } = claimsOf(tokens.AccessToken)
  return { ...tokens, ExpiresIn: exp - iat, TokenType: 'Bearer' }
}

/** New access and id tokens for a refresh token that still holds. */
export async function refresh(deps: OperationDeps, token: string, { ClientId }: Body): Promise<Body> {
  const { tokens, emulator, now } = deps
  const sub = tokens.ownerOf(token)
  if (sub === null) throw tokenRevoked()
  if (claimsOf(token).exp * 1000 <= now().getTime())
    throw new CognitoError('NotAuthorizedException', 'Refresh Token has expired')
  const account = await emulator.find(sub)
  if (!account) throw tokenRevoked()
  if (!account.enabled) throw userDisabled()
  const answer = await emulator.call('InitiateAuth', {
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId,
    AuthParameters: { REFRESH_TOKEN: token },
  })
  const { AuthenticationResult } = v.parse(v.object({ AuthenticationResult: Tokens }), answer)
  return { AuthenticationResult: withLife(ofSignIn(AuthenticationResult, token)) }
}

/**
 * Tokens tell by which sign-in they came and when it was, also refreshed ones, as the service's do; the emulator says
 * that it was now, and not which.
 */
function ofSignIn(tokens: v.InferOutput<typeof Tokens>, refreshToken: string) {
  const { iat, jti } = claimsOf(refreshToken)
  const claims = { auth_time: iat, origin_jti: jti }
  return {
    ...tokens,
    AccessToken: signAgain(tokens.AccessToken, claims),
    IdToken: signAgain(tokens.IdToken, claims),
  }
}

/** Answers what was asked after a right password: a code, or the new password of an invited account. */
export async function answerChallenge(deps: OperationDeps, body: Body): Promise<Body> {
  const { challenges, emulator } = deps
  const { USERNAME } = v.parse(v.object({ USERNAME: v.optional(Text, '') }), body.ChallengeResponses)
  const session = text(body.Session)
  const challenge = challenges.get(session)
  const account = await emulator.find(normalizeEmail(USERNAME))
  const isOpen = challenge && challenge.until > deps.now().getTime() && challenge.sub === account?.sub
  if (!isOpen || body.ChallengeName !== challenge.name)
    throw new CognitoError('NotAuthorizedException', 'Invalid session for the user.')
  if (challenge.name === 'SOFTWARE_TOKEN_MFA') {
    const answer = await signInWithCode(deps, account, body)
    challenges.delete(session)
    return granted(deps, account, answer)
  }
  return replaceInvited(deps, account, body)
}

/** The new password of an invited account. Signs in anew afterwards: the emulator keeps no refresh token here. */
async function replaceInvited(deps: OperationDeps, account: Account, body: Body): Promise<Body> {
  const { challenges, emulator } = deps
  const { NEW_PASSWORD } = v.parse(v.object({ NEW_PASSWORD: v.optional(Text, '') }), body.ChallengeResponses)
  assertPasswordLength(deps.pool, NEW_PASSWORD)
  challenges.delete(text(body.Session))
  await emulator.call('RespondToAuthChallenge', {
    ...body,
    Session: randomUUID(),
    ChallengeResponses: { ...(body.ChallengeResponses as Body), USERNAME: account.sub },
  })
  return signIn(deps, {
    ClientId: body.ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: account.sub, PASSWORD: NEW_PASSWORD },
  })
}

async function assertTemporaryPassword(
  { emulator, pool, now }: OperationDeps,
  { sub, changedAt }: Account,
  password: string,
): Promise<void> {
  const stored = await emulator.readStored(sub)
  if (stored.Password !== password) throw wrongCredentials()
  if (now().getTime() > changedAt.getTime() + pool.temporaryPasswordDays * DAY_MS)
    throw new CognitoError(
      'NotAuthorizedException',
      'Temporary password has expired and must be reset by an administrator.',
    )
}

function claimsOf(token: string): { exp: number; iat: number; jti: string } {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return v.parse(v.object({ exp: v.number(), iat: v.number(), jti: v.string() }), payload)
}
