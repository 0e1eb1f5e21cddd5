import * as v from 'valibot'
import { CognitoError } from './cognito-error.ts'
import type { Account, Body } from './emulator-client.ts'
import { existing } from './guards.ts'
import { type Operation, type OperationDeps, text } from './operation.ts'

const Settings = v.object({ Enabled: v.boolean(), PreferredMfa: v.optional(v.boolean()) })

/**
 * The operations of a code from an authenticator app. The emulator makes the secrets and checks the codes; what is
 * closed here is what it takes from anyone, counts not and calls by another name.
 */
export const secondFactorOperations: Record<string, Operation> = {
  async AssociateSoftwareToken(deps, body) {
    const sub = await deps.verifyAccessToken(text(body.AccessToken))
    deps.usedCodes.delete(sub)
    return deps.emulator.call('AssociateSoftwareToken', body)
  },

  async VerifySoftwareToken(deps, body) {
    const sub = await deps.verifyAccessToken(text(body.AccessToken))
    const account = await existing(deps, { Username: sub })
    const mismatch = new CognitoError('EnableSoftwareTokenMFAException', 'Code mismatch')
    const answer = await withCode(deps, account, text(body.UserCode), mismatch, () =>
      deps.emulator.call('VerifySoftwareToken', body),
    )
    // The emulator asks for codes from here on; the service waits for the preference.
    if (!account.hasSecondFactor) await preferred(deps, sub, { Enabled: false })
    return answer
  },

  async SetUserMFAPreference(deps, body) {
    const sub = await deps.verifyAccessToken(text(body.AccessToken))
    return preferred(deps, sub, body.SoftwareTokenMfaSettings)
  },

  async AdminSetUserMFAPreference(deps, body) {
    return preferred(deps, (await existing(deps, body)).sub, body.SoftwareTokenMfaSettings)
  },
}

/**
 * Answers the challenge of a code. Signs in as an operator afterwards, since the emulator keeps no refresh token here.
 * @returns the emulator's tokens
 */
export async function signInWithCode(deps: OperationDeps, account: Account, body: Body): Promise<Body> {
  const { emulator, pool } = deps
  const { SOFTWARE_TOKEN_MFA_CODE: code } = v.parse(
    v.object({ SOFTWARE_TOKEN_MFA_CODE: v.optional(v.string(), '') }),
    body.ChallengeResponses,
  )
  const mismatch = new CognitoError('CodeMismatchException', 'Invalid code received for user')
  const ChallengeResponses = { USERNAME: account.sub, SOFTWARE_TOKEN_MFA_CODE: code }
  await withCode(deps, account, code, mismatch, () =>
    emulator.call('RespondToAuthChallenge', { ...body, ChallengeResponses }),
  )
  const { Password } = await emulator.readStored(account.sub)
  return emulator.call('AdminInitiateAuth', {
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    ClientId: body.ClientId,
    UserPoolId: pool.userPoolId,
    AuthParameters: { USERNAME: account.sub, PASSWORD: Password },
  })
}

/** Uses a code up: each is good once, and wrong ones count with wrong passwords. */
async function withCode(
  deps: OperationDeps,
  { sub, attributes }: Account,
  code: string,
  mismatch: CognitoError,
  check: () => Promise<Body>,
): Promise<Body> {
  const username = attributes.email ?? sub
  if (deps.signInAttempts.isLocked(username))
    throw new CognitoError('NotAuthorizedException', 'Password attempts exceeded')
  const used = deps.usedCodes.get(sub) ?? []
  if (used.includes(code))
    throw new CognitoError('ExpiredCodeException', 'Your software token has already been used once.')
  try {
    const answer = await check()
    deps.signInAttempts.succeeded(username)
    deps.usedCodes.set(sub, [...used, code].slice(-CODES_IN_TIME))
    return answer
  } catch (error) {
    if (!(error instanceof CognitoError) || error.type !== 'CodeMismatchException') throw error
    deps.signInAttempts.failed(username)
    throw mismatch
  }
}

/** A code is taken within its half minute, the one before and the one after. */
const CODES_IN_TIME = 3

/** The emulator knows this operation by a user's own token only, which it does not check. */
async function preferred({ emulator, pool }: OperationDeps, sub: string, settings: unknown): Promise<Body> {
  const claims = { sub, client_id: pool.clientId }
  const AccessToken = ['{}', JSON.stringify(claims), ''].map(base64).join('.')
  return emulator.call('SetUserMFAPreference', {
    AccessToken,
    SoftwareTokenMfaSettings: v.parse(Settings, settings),
  })
}

function base64(part: string): string {
  return Buffer.from(part).toString('base64url')
}
