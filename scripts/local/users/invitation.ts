import { randomBytes } from 'node:crypto'
import { CognitoError } from './cognito-error.ts'
import type { Body } from './emulator-client.ts'
import { assertPasswordLength, existing, folded } from './guards.ts'
import { type OperationDeps, text } from './operation.ts'

/**
 * Creates an account with a temporary password, which its owner is sent unless the operator says otherwise. Asked to
 * RESEND, which the emulator does not know, it sends another one for as long again.
 */
export async function adminCreateUser(deps: OperationDeps, body: Body): Promise<Body> {
  if (body.TemporaryPassword !== undefined) assertPasswordLength(deps.pool, body.TemporaryPassword)
  if (body.MessageAction === 'RESEND') return inviteAgain(deps, body)
  const answer = await deps.emulator.call('AdminCreateUser', folded(body))
  if (body.MessageAction !== 'SUPPRESS') await sendInvitation(deps, body)
  return answer
}

async function inviteAgain(deps: OperationDeps, body: Body): Promise<Body> {
  const { emulator, pool } = deps
  const { sub, status } = await existing(deps, body)
  if (status !== 'FORCE_CHANGE_PASSWORD')
    throw new CognitoError(
      'UnsupportedUserStateException',
      "Resend not possible. User's status is not correct.",
    )
  const Password = text(body.TemporaryPassword) || randomBytes(6).toString('base64url')
  await emulator.call('AdminSetUserPassword', {
    UserPoolId: pool.userPoolId,
    Username: sub,
    Password,
    Permanent: false,
  })
  await sendInvitation(deps, body)
  const { Username, UserAttributes, ...user } = await emulator.call('AdminGetUser', {
    UserPoolId: pool.userPoolId,
    Username: sub,
  })
  return { User: { ...user, Username, Attributes: UserAttributes } }
}

async function sendInvitation(deps: OperationDeps, body: Body): Promise<void> {
  const account = await existing(deps, body)
  const { Password = '' } = await deps.emulator.readStored(account.sub)
  deps.outbox.add({ to: account.attributes.email ?? '', kind: 'invitation', code: Password })
}
