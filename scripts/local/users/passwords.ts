import { randomInt } from 'node:crypto'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { type Account, CognitoError, isPassword, notAuthorized, wrongCredentials } from './accounts.ts'
import {
  assertPasswordLength,
  attributesOf,
  type Body,
  callTrigger,
  type Pool,
  requireAccount,
  requireCaller,
  text,
} from './pool.ts'
import { setPassword } from './sign-in.ts'

const CODE_LIFE_MS = 60 * 60 * 1000

const limitExceeded = () =>
  new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')

/** Replaces a password by the present one. Wrong ones count with those of sign-in. */
export function changePassword(pool: Pool, body: Body): void {
  const account = requireCaller(pool, body)
  assertPasswordLength(pool, body.ProposedPassword)
  if (pool.signInAttempts.isLocked(account.email)) throw limitExceeded()
  if (!isPassword(text(body.PreviousPassword), account)) {
    pool.signInAttempts.failed(account.email)
    throw wrongCredentials()
  }
  pool.signInAttempts.succeeded(account.email)
  setPassword(pool, account, text(body.ProposedPassword), account.status)
}

/** Sends a code, and answers addresses that get none alike. */
export function forgotPassword(pool: Pool, body: Body): Body {
  const username = normalizeEmail(text(body.Username))
  const account = pool.accounts.find(username)
  if (account?.isEnabled && account.isEmailVerified) {
    assertResettable(account)
    sendCode(pool, account)
  }
  const [name = '', domain = ''] = username.split('@')
  const Destination = `${name.charAt(0)}***@${domain.charAt(0)}***`
  return { CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination } }
}

/** Removes a password: only the code of the mail, or of a later one, sets the next one. */
export function adminResetUserPassword(pool: Pool, body: Body): void {
  const account = requireAccount(pool, body)
  assertResettable(account)
  sendCode(pool, pool.accounts.save({ ...account, password: null, status: 'RESET_REQUIRED' }))
}

/** An invited account that has never signed in gets no code. */
function assertResettable({ status }: Account): void {
  if (status === 'FORCE_CHANGE_PASSWORD')
    throw notAuthorized('User password cannot be reset in the current state.')
}

function sendCode({ resetCodes, outbox }: Pool, { id, email }: Account): void {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  resetCodes.set(id, { code, sentAt: Date.now() })
  outbox.add({ to: email, kind: 'reset-password', code })
}

/** A code lives for an hour. Without the right one every address is answered and locked alike. */
export async function confirmForgotPassword(pool: Pool, body: Body): Promise<void> {
  const { codeAttempts, resetCodes } = pool
  const username = normalizeEmail(text(body.Username))
  assertPasswordLength(pool, body.Password)
  if (codeAttempts.isLocked(username)) throw limitExceeded()
  const account = pool.accounts.find(username)
  const sent = account?.isEnabled ? resetCodes.get(account.id) : undefined
  if (!account || sent?.code !== text(body.ConfirmationCode)) {
    codeAttempts.failed(username)
    throw new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.')
  }
  if (Date.now() > sent.sentAt + CODE_LIFE_MS)
    throw new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.')
  resetCodes.delete(account.id)
  setPassword(pool, account, text(body.Password), 'CONFIRMED')
  codeAttempts.succeeded(username)
  pool.signInAttempts.succeeded(username)
  const userAttributes = { ...attributesOf(account), 'cognito:user_status': 'CONFIRMED' }
  await callTrigger(pool, 'PostConfirmation_ConfirmForgotPassword', account.id, { userAttributes })
}
