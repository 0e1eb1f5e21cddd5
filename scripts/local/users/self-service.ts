import { randomUUID } from 'node:crypto'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { hashPassword } from './accounts.ts'
import { CognitoError, invalidParameter, notAuthorized } from './cognito-error.ts'
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
import { initiateAuth, refresh, respondToAuthChallenge } from './sign-in.ts'

/** Operations without AWS credentials. */
export const selfServiceOperations: Record<string, Operation> = {
  SignUp: signUp,
  InitiateAuth: initiateAuth,
  RespondToAuthChallenge: respondToAuthChallenge,
  GetTokensFromRefreshToken: (pool, body) => refresh(pool, text(body.RefreshToken)),
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
  ChangePassword: changePassword,

  RevokeToken({ accounts }, body) {
    const found = accounts.findByRefreshToken(text(body.Token))
    if (!found) return {}
    const { account, refreshToken } = found
    const refreshTokens = account.refreshTokens.filter(({ digest }) => digest !== refreshToken.digest)
    accounts.save({ ...account, refreshTokens })
    return {}
  },
}

/** Creates an account when PreSignUp agrees, and tells PostConfirmation. */
async function signUp(pool: Pool, body: Body): Promise<Body> {
  const email = normalizeEmail(text(body.Username))
  if (!email.includes('@')) throw invalidParameter('Username should be an email.')
  assertPasswordLength(pool, body.Password)
  const attributes = readAttributes(body)
  assertWritable(pool, attributes)
  if ((attributes.email ?? email) !== email)
    throw invalidParameter('The email attribute is not the username.')
  assertFree(pool, email)
  const id = randomUUID()
  const request = { userAttributes: { email }, validationData: readValidationData(body) }
  const { autoConfirmUser = false, autoVerifyEmail = false } = await callTrigger(
    pool,
    'PreSignUp_SignUp',
    id,
    request,
  )
  // Looks again, since another sign-up of the address may have been first.
  assertFree(pool, email)
  const now = pool.now().toISOString()
  const account = pool.accounts.add({
    id,
    email,
    isEmailVerified: autoVerifyEmail,
    status: autoConfirmUser ? 'CONFIRMED' : 'UNCONFIRMED',
    password: hashPassword(text(body.Password)),
    createdAt: now,
    passwordSetAt: now,
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

/** Validation data, which reaches PreSignUp alone. */
function readValidationData({ ValidationData }: Body): Record<string, string> {
  return readAttributes({ UserAttributes: ValidationData })
}

/** @throws CognitoError when the client may not write one of the attributes */
function assertWritable({ settings }: Pool, attributes: Record<string, string>): void {
  if (Object.keys(attributes).some((name) => !settings.writeAttributes.includes(name)))
    throw notAuthorized('A client attempted to write unauthorized attribute')
}
