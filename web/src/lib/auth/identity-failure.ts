import { type ApiFailure, networkFailure } from '../api/failure.ts'

export type IdentityFailureReason =
  | 'invalidCredentials'
  | 'accountExists'
  | 'proofRefused'
  | 'passwordTooShort'
  | 'passwordLeaked'
  | 'invalidCode'
  | 'signInExpired'
  | 'invitationExpired'
  | 'tooManyAttempts'
  | 'codeNotSent'
  | 'unknown'

export class IdentityFailure extends Error {
  readonly reason: IdentityFailureReason

  constructor(reason: IdentityFailureReason, cause?: unknown) {
    super(reason, { cause })
    this.name = 'IdentityFailure'
    this.reason = reason
  }
}

/** Cognito's error names. Unknown user, wrong password and blocked account must be indistinguishable. */
const REASONS: Record<string, IdentityFailureReason> = {
  NotAuthorizedException: 'invalidCredentials',
  UserNotFoundException: 'invalidCredentials',
  UsernameExistsException: 'accountExists',
  // Sent by the web application firewall in front of the user pool.
  ForbiddenException: 'tooManyAttempts',
  InvalidPasswordException: 'passwordTooShort',
  CodeMismatchException: 'invalidCode',
  ExpiredCodeException: 'invalidCode',
  EnableSoftwareTokenMFAException: 'invalidCode',
  LimitExceededException: 'tooManyAttempts',
  TooManyRequestsException: 'tooManyAttempts',
  TooManyFailedAttemptsException: 'tooManyAttempts',
  CodeDeliveryFailureException: 'codeNotSent',
  // Cognito may not use the sender, or SES has paused it.
  InvalidEmailRoleAccessPolicyException: 'codeNotSent',
}

const LOCKED = 'Password attempts exceeded'

/** Refusals that share their name, 'NotAuthorizedException' where none stands here, and differ in their message. */
const REASONS_BY_MESSAGE: readonly [says: string, reason: IdentityFailureReason, name?: string][] = [
  [LOCKED, 'tooManyAttempts'],
  ['Temporary password has expired', 'invitationExpired'],
  // The mails of the day are used up, for all accounts together.
  ['daily email limit', 'codeNotSent', 'LimitExceededException'],
  // The password is known to have leaked; refused in stages with `checkCompromisedCredentials`.
  ['cannot be used for security reasons', 'passwordLeaked', 'InvalidPasswordException'],
  // The proof of work is wrong, too old or already used; our own trigger sends this code.
  ['PROOF_REFUSED', 'proofRefused', 'UserLambdaValidationException'],
]

const DEFINITIVE = [
  'NotAuthorizedException',
  'TokenRevokedException',
  'UserNotFoundException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'RefreshTokenReuseException',
]

export function toIdentityFailure(error: unknown): IdentityFailure | ApiFailure {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NetworkError') return networkFailure(error)
  const [, reason] = REASONS_BY_MESSAGE.find(([says, , of]) => hasMessage(error, says, of)) ?? []
  return new IdentityFailure(reason ?? REASONS[name] ?? 'unknown', error)
}

/** True when wrong passwords or codes have locked the account temporarily. */
export function isLockedOut(error: unknown): boolean {
  return hasMessage(error, LOCKED)
}

function hasMessage(error: unknown, text: string, name = 'NotAuthorizedException'): boolean {
  return error instanceof Error && error.name === name && error.message.includes(text)
}

/** True when a failed token refresh means that the account must sign in again. */
export function isDefinitive(error: unknown): boolean {
  return error instanceof Error && DEFINITIVE.some((name) => error.name.startsWith(name))
}

export const PASSWORD_HINT = 'Le mot de passe doit contenir au moins 6 caractères.'

export const passwordFaults = {
  passwordTooShort: PASSWORD_HINT,
  passwordLeaked: 'Ce mot de passe figure dans une fuite de données connue. Veuillez en choisir un autre.',
} as const satisfies Partial<Record<IdentityFailureReason, string>>

export const INVALID_CODE = 'Le code est incorrect ou a expiré.'
