import { generateSecret, verifySync } from 'otplib'
import * as v from 'valibot'
import type { Account } from './accounts.ts'
import { CognitoError, invalidParameter, notAuthorized } from './cognito-error.ts'
import { type Body, type Operation, type Pool, requireAccount, requireCaller, text } from './pool.ts'

const Settings = v.object({ Enabled: v.boolean() })

/** A code is valid in its half minute, the one before and the one after. */
export const CODE_SECONDS = 30
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

  AdminSetUserMFAPreference: (pool, body) =>
    setPreference(pool, requireAccount(pool, body), body.SoftwareTokenMfaSettings),
}

function setPreference({ accounts }: Pool, account: Account, settings: unknown): Body {
  const { Enabled } = v.parse(Settings, settings)
  if (Enabled && !account.isTotpVerified) throw invalidParameter('User has not verified software token mfa')
  accounts.save({ ...account, hasSecondFactor: Enabled })
  return {}
}

/** Uses a code up. Each is valid once, and wrong ones count with wrong passwords. @throws CognitoError */
export function assertCode(
  { signInAttempts, usedCodes, now }: Pool,
  { id, email, totpSecret }: Account,
  code: string,
  mismatch: CognitoError,
): void {
  if (signInAttempts.isLocked(email)) throw notAuthorized('Password attempts exceeded')
  const used = usedCodes.get(id) ?? []
  if (used.includes(code))
    throw new CognitoError('ExpiredCodeException', 'Your software token has already been used once.')
  if (totpSecret === null || !isCode(totpSecret, code, now())) {
    signInAttempts.failed(email)
    throw mismatch
  }
  signInAttempts.succeeded(email)
  usedCodes.set(id, [...used, code].slice(-CODES_IN_TIME))
}

function isCode(secret: string, token: string, now: Date): boolean {
  if (!/^\d{6}$/.test(token)) return false
  const epoch = Math.floor(now.getTime() / 1000)
  return verifySync({ secret, token, epoch, epochTolerance: CODE_SECONDS }).valid
}
