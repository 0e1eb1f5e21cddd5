import { createHmac, randomUUID } from 'node:crypto'
import { generateSecret, verifySync } from 'otplib'
import * as v from 'valibot'
import { normalizeEmail } from '#shared/entities/fields.ts'
import {
  type Account,
  CognitoError,
  hashPassword,
  invalidParameter,
  isPassword,
  notAuthorized,
  tokenRevoked,
  userDisabled,
  wrongCredentials,
} from './accounts.ts'
import {
  assertPasswordLength,
  attributesOf,
  type Body,
  callTrigger,
  type Operation,
  type Pool,
  requireCaller,
  text,
} from './pool.ts'

const CHALLENGE_LIFE_MS = 3 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

const Credentials = v.object({ USERNAME: v.string(), PASSWORD: v.string() })

export function initiateAuth(pool: Pool, body: Body): Promise<Body> | Body {
  const flow = text(body.AuthFlow)
  if (flow === 'USER_PASSWORD_AUTH') return signIn(pool, body.AuthParameters, pool.settings.clientId)
  throw invalidParameter(`${flow} flow not enabled for this client`)
}

export function adminInitiateAuth(pool: Pool, { AuthFlow, ClientId, AuthParameters }: Body): Promise<Body> {
  const secret = pool.clients.get(text(ClientId))
  const { USERNAME, SECRET_HASH } = AuthParameters as Body
  const hash = createHmac('sha256', secret ?? '').update(`${text(USERNAME)}${text(ClientId)}`)
  if (
    AuthFlow !== 'ADMIN_USER_PASSWORD_AUTH' ||
    secret === undefined ||
    SECRET_HASH !== hash.digest('base64')
  )
    throw wrongCredentials()
  return signIn(pool, AuthParameters, text(ClientId))
}

/** Signs in with a password. Answers tell nothing of an account before its password was right. */
async function signIn(pool: Pool, parameters: unknown, clientId: string): Promise<Body> {
  const parsed = v.safeParse(Credentials, parameters)
  if (!parsed.success) throw invalidParameter('Missing required parameter USERNAME')
  const { USERNAME, PASSWORD } = parsed.output
  const { accounts, settings, signInAttempts } = pool
  const account = accounts.find(USERNAME)
  const name = account?.email ?? normalizeEmail(USERNAME)
  if (signInAttempts.isLocked(name)) throw notAuthorized('Password attempts exceeded')
  if (account?.status === 'RESET_REQUIRED')
    throw new CognitoError('PasswordResetRequiredException', 'Password reset required for the user')
  if (!account || !isPassword(PASSWORD, account)) {
    signInAttempts.failed(name)
    throw wrongCredentials()
  }
  const lifeMs = settings.temporaryPasswordDays * DAY_MS
  const isTemporary = account.status === 'FORCE_CHANGE_PASSWORD'
  if (isTemporary && Date.now() > Date.parse(account.passwordSetAt) + lifeMs)
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.')
  signInAttempts.succeeded(name)
  if (!account.isEnabled) throw userDisabled()
  if (isTemporary) return challenge(pool, account, 'NEW_PASSWORD_REQUIRED')
  return continueSignIn(pool, account, clientId)
}

/** Asks for a code where the account has a second factor. */
function continueSignIn(pool: Pool, account: Account, clientId: string): Promise<Body> | Body {
  return account.hasSecondFactor
    ? challenge(pool, account, 'SOFTWARE_TOKEN_MFA')
    : grant(pool, account, clientId)
}

function challenge({ challenges }: Pool, account: Account, name: string): Body {
  const session = randomUUID()
  challenges.set(session, { id: account.id, name, until: Date.now() + CHALLENGE_LIFE_MS })
  return {
    ChallengeName: name,
    Session: session,
    ChallengeParameters: {
      USER_ID_FOR_SRP: account.id,
      ...(name === 'NEW_PASSWORD_REQUIRED' && {
        requiredAttributes: '[]',
        userAttributes: JSON.stringify({ email: account.email, email_verified: 'true' }),
      }),
    },
  }
}

/** PostAuthentication may refuse. */
async function grant(pool: Pool, account: Account, clientId: string): Promise<Body> {
  const userAttributes = { ...attributesOf(account), 'cognito:user_status': account.status }
  const request = { userAttributes, newDeviceUsed: false }
  await callTrigger(pool, 'PostAuthentication_Authentication', account.id, request)
  const now = new Date()
  const { token, stored } = pool.tokens.startSignIn(now)
  // Reads the account again, since the trigger may have changed it.
  const current = pool.accounts.find(account.id) ?? account
  const live = current.refreshTokens.filter(({ expiresAt }) => expiresAt * 1000 > now.getTime())
  pool.accounts.save({ ...current, refreshTokens: [...live, stored] })
  const tokens = pool.tokens.grant(current, stored, now, clientId)
  return { AuthenticationResult: { ...tokens, RefreshToken: token }, ChallengeParameters: {} }
}

/** New tokens name the sign-in of the refresh token. */
export function refresh(pool: Pool, token: string): Body {
  const found = pool.accounts.findByRefreshToken(token)
  if (!found) throw tokenRevoked()
  const { account, refreshToken } = found
  const now = new Date()
  if (refreshToken.expiresAt * 1000 <= now.getTime()) throw notAuthorized('Refresh Token has expired')
  if (!account.isEnabled) throw userDisabled()
  return {
    AuthenticationResult: pool.tokens.grant(account, refreshToken, now, pool.settings.clientId),
    ChallengeParameters: {},
  }
}

export async function respondToAuthChallenge(pool: Pool, body: Body): Promise<Body> {
  const session = text(body.Session)
  const open = pool.challenges.get(session)
  const responses = body.ChallengeResponses as Body
  const account = pool.accounts.find(text(responses.USERNAME))
  const isOpen = open && open.until > Date.now() && open.id === account?.id
  if (!account || !isOpen || body.ChallengeName !== open.name)
    throw notAuthorized('Invalid session for the user.')
  const { clientId } = pool.settings
  if (open.name === 'SOFTWARE_TOKEN_MFA') {
    const mismatch = new CognitoError('CodeMismatchException', 'Invalid code received for user')
    assertCode(pool, account, text(responses.SOFTWARE_TOKEN_MFA_CODE), mismatch)
    pool.challenges.delete(session)
    return grant(pool, account, clientId)
  }
  assertPasswordLength(pool, responses.NEW_PASSWORD)
  pool.challenges.delete(session)
  const changed = setPassword(pool, account, text(responses.NEW_PASSWORD), 'CONFIRMED')
  return continueSignIn(pool, changed, clientId)
}

export function setPassword(
  { accounts }: Pool,
  account: Account,
  password: string,
  status: Account['status'],
): Account {
  const passwordSetAt = new Date().toISOString()
  return accounts.save({ ...account, password: hashPassword(password), passwordSetAt, status })
}

const Settings = v.object({ Enabled: v.boolean() })

/** A code is valid in its half minute, the one before and the one after. */
const CODE_SECONDS = 30
const CODES_IN_TIME = 3

export const secondFactorOperations: Record<string, Operation> = {
  AssociateSoftwareToken(pool, body) {
    const account = requireCaller(pool, body)
    pool.usedCodes.delete(account.id)
    const totpSecret = generateSecret()
    // A new app replaces the former one at once, and is active once it has shown a code.
    pool.accounts.save({ ...account, totpSecret, isTotpVerified: false, hasSecondFactor: false })
    return { SecretCode: totpSecret }
  },

  VerifySoftwareToken(pool, body) {
    const account = requireCaller(pool, body)
    const mismatch = new CognitoError('EnableSoftwareTokenMFAException', 'Code mismatch')
    assertCode(pool, account, text(body.UserCode), mismatch)
    pool.accounts.save({ ...account, isTotpVerified: true })
    return { Status: 'SUCCESS' }
  },

  SetUserMFAPreference: (pool, body) =>
    setPreference(pool, requireCaller(pool, body), body.SoftwareTokenMfaSettings),
}

export function setPreference({ accounts }: Pool, account: Account, settings: unknown): void {
  const { Enabled } = v.parse(Settings, settings)
  if (Enabled && !account.isTotpVerified) throw invalidParameter('User has not verified software token mfa')
  accounts.save({ ...account, hasSecondFactor: Enabled })
}

/** Uses a code up. Each is valid once, and wrong ones count with wrong passwords. @throws CognitoError */
function assertCode(
  { signInAttempts, usedCodes }: Pool,
  { id, email, totpSecret }: Account,
  code: string,
  mismatch: CognitoError,
): void {
  if (signInAttempts.isLocked(email)) throw notAuthorized('Password attempts exceeded')
  const used = usedCodes.get(id) ?? []
  if (used.includes(code))
    throw new CognitoError('ExpiredCodeException', 'Your software token has already been used once.')
  if (totpSecret === null || !isCode(totpSecret, code)) {
    signInAttempts.failed(email)
    throw mismatch
  }
  signInAttempts.succeeded(email)
  usedCodes.set(id, [...used, code].slice(-CODES_IN_TIME))
}

function isCode(secret: string, token: string): boolean {
  if (!/^\d{6}$/.test(token)) return false
  return verifySync({ secret, token, epochTolerance: CODE_SECONDS }).valid
}
