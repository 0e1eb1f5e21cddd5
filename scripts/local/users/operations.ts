import * as v from 'valibot'
import { changePassword } from './change-password.ts'
import { CognitoError } from './cognito-error.ts'
import { assertPasswordLength, assertWritable, existing, folded } from './guards.ts'
import { adminCreateUser } from './invitation.ts'
import { listUsers } from './list-users.ts'
import { type Operation, text } from './operation.ts'
import { adminResetUserPassword, confirmForgotPassword, forgotPassword } from './password-reset.ts'
import { secondFactorOperations } from './second-factor.ts'
import { answerChallenge, refresh, signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'

/**
 * The operations that the emulator lacks, or carries out unlike the service. Names are those of the API; all others pass
 * through as they are.
 */
export const operations: Record<string, Operation> = {
  InitiateAuth: (deps, body) => {
    if (body.AuthFlow === 'USER_PASSWORD_AUTH') return signIn(deps, body)
    if (body.AuthFlow === 'REFRESH_TOKEN_AUTH' || body.AuthFlow === 'REFRESH_TOKEN') {
      const parameters = v.parse(v.object({ REFRESH_TOKEN: v.optional(v.string(), '') }), body.AuthParameters)
      return refresh(deps, parameters.REFRESH_TOKEN, body)
    }
    throw new CognitoError(
      'InvalidParameterException',
      `${text(body.AuthFlow)} flow not enabled for this client`,
    )
  },

  GetTokensFromRefreshToken: (deps, body) => refresh(deps, text(body.RefreshToken), body),

  RespondToAuthChallenge: answerChallenge,

  SignUp: signUp,

  ForgotPassword: forgotPassword,

  ConfirmForgotPassword: confirmForgotPassword,

  ChangePassword: changePassword,

  async GetUser(deps, body) {
    await deps.verifyAccessToken(text(body.AccessToken))
    return deps.emulator.call('GetUser', body)
  },

  async UpdateUserAttributes(deps, body) {
    await deps.verifyAccessToken(text(body.AccessToken))
    assertWritable(deps.pool, body.UserAttributes)
    // The address is the account's name and cannot be changed.
    throw new CognitoError('InvalidParameterException', 'user.email: Attribute cannot be updated.')
  },

  async DeleteUser(deps, body) {
    const sub = await deps.verifyAccessToken(text(body.AccessToken))
    const answer = await deps.emulator.call('DeleteUser', body)
    deps.tokens.revokeAll(sub)
    return answer
  },

  async GlobalSignOut(deps, body) {
    deps.tokens.revokeAll(await deps.verifyAccessToken(text(body.AccessToken)))
    return {}
  },

  async AdminUserGlobalSignOut(deps, body) {
    deps.tokens.revokeAll((await existing(deps, body)).sub)
    return {}
  },

  async RevokeToken(deps, body) {
    deps.tokens.revoke(text(body.Token))
    return {}
  },

  async AdminDisableUser(deps, body) {
    const { sub } = await existing(deps, body)
    const answer = await deps.emulator.call('AdminDisableUser', folded(body))
    deps.tokens.revokeAll(sub)
    return answer
  },

  async AdminDeleteUser(deps, body) {
    const { sub } = await existing(deps, body)
    const answer = await deps.emulator.call('AdminDeleteUser', folded(body))
    deps.tokens.revokeAll(sub)
    return answer
  },

  async AdminSetUserPassword(deps, body) {
    assertPasswordLength(deps.pool, body.Password)
    const { sub } = await existing(deps, body)
    const answer = await deps.emulator.call('AdminSetUserPassword', folded(body))
    deps.resetRequired.delete(sub)
    return answer
  },

  AdminResetUserPassword: adminResetUserPassword,

  AdminCreateUser: adminCreateUser,

  ListUsers: listUsers,

  ...secondFactorOperations,
}
