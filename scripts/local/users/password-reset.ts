import { normalizeEmail } from '#shared/domain/user.ts'
import { CognitoError } from './cognito-error.ts'
import type { Body } from './emulator-client.ts'
import { assertPasswordLength, folded } from './guards.ts'
import { type OperationDeps, text } from './operation.ts'

const CODE_LIFE_MS = 60 * 60 * 1000

/** Sends a code, or says so all the same where nobody may have one: who asks learns nothing of an address. */
export async function forgotPassword(deps: OperationDeps, body: Body): Promise<Body> {
  const username = normalizeEmail(text(body.Username))
  const delivery = { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: masked(username) }
  const account = await deps.emulator.find(username)
  if (!account && !deps.pool.hidesUnknownUsers)
    throw new CognitoError('UserNotFoundException', 'User does not exist.')
  if (!account?.enabled || account.attributes.email_verified !== 'true')
    return { CodeDeliveryDetails: delivery }
  await deps.emulator.call('ForgotPassword', folded(body))
  const { ConfirmationCode = '' } = await deps.emulator.readStored(account.sub)
  deps.codesSentAt.set(account.sub, deps.now().getTime())
  deps.outbox.add({ to: username, kind: 'reset-password', code: ConfirmationCode })
  return { CodeDeliveryDetails: delivery }
}

/**
 * Sets a new password for the code that was sent within the last hour. Without the right code every address reads and is
 * locked alike, whether it is unknown, disabled or has never been sent a code.
 */
export async function confirmForgotPassword(deps: OperationDeps, body: Body): Promise<Body> {
  const { codeAttempts, codesSentAt, emulator, pool, now } = deps
  const code = text(body.ConfirmationCode)
  const username = normalizeEmail(text(body.Username))
  assertPasswordLength(pool, body.Password)
  if (codeAttempts.isLocked(username))
    throw new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')
  const account = await emulator.find(username)
  const sentAt = account?.enabled ? codesSentAt.get(account.sub) : undefined
  const stored = account && sentAt !== undefined ? await emulator.readStored(account.sub) : null
  if (!account || sentAt === undefined || code === '' || stored?.ConfirmationCode !== code) {
    codeAttempts.failed(username)
    throw new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.')
  }
  if (now().getTime() > sentAt + CODE_LIFE_MS)
    throw new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.')
  const answer = await emulator.call('ConfirmForgotPassword', folded(body))
  codesSentAt.delete(account.sub)
  codeAttempts.succeeded(username)
  deps.signInAttempts.succeeded(username)
  return answer
}

/** 'e***@d***' */
function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.charAt(0)}***@${domain.charAt(0)}***`
}
