import { randomBytes } from 'node:crypto'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { CognitoError } from './cognito-error.ts'
import type { Account, Body } from './emulator-client.ts'
import { assertPasswordLength, existing, folded } from './guards.ts'
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
  assertResettable(account)
  await sendCode(deps, account, text(body.ClientId))
  return { CodeDeliveryDetails: delivery }
}

/**
 * An operator takes a password away: nobody signs in with it any more, and the code of the mail, or one that is asked
 * for later, sets the next one. The emulator does not know this operation.
 */
export async function adminResetUserPassword(deps: OperationDeps, body: Body): Promise<Body> {
  const { emulator, pool } = deps
  const account = await existing(deps, body)
  assertResettable(account)
  await emulator.call('AdminSetUserPassword', {
    UserPoolId: pool.userPoolId,
    Username: account.sub,
    Password: randomBytes(18).toString('base64url'),
    Permanent: true,
  })
  deps.resetRequired.add(account.sub)
  await sendCode(deps, account, pool.clientId)
  return {}
}

/** Whoever was invited and has never signed in has the temporary password of the invitation, and gets no code. */
function assertResettable({ status }: Account): void {
  if (status === 'FORCE_CHANGE_PASSWORD')
    throw new CognitoError('NotAuthorizedException', 'User password cannot be reset in the current state.')
}

async function sendCode(deps: OperationDeps, { sub, attributes }: Account, clientId: string): Promise<void> {
  await deps.emulator.call('ForgotPassword', { ClientId: clientId, Username: sub })
  const { ConfirmationCode = '' } = await deps.emulator.readStored(sub)
  deps.codesSentAt.set(sub, deps.now().getTime())
  deps.outbox.add({ to: attributes.email ?? '', kind: 'reset-password', code: ConfirmationCode })
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
  deps.resetRequired.delete(account.sub)
  codeAttempts.succeeded(username)
  deps.signInAttempts.succeeded(username)
  await deps.triggers.passwordReplaced(account.sub)
  return answer
}

/** 'e***@d***' */
function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.charAt(0)}***@${domain.charAt(0)}***`
}
