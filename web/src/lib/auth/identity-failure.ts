import { type ApiFailure, networkFailure } from '../api/failure.ts'

/** What the account service objected to, in this site's words. */
export type IdentityFailureReason =
  | 'invalidCredentials'
  | 'accountExists'
  | 'passwordTooShort'
  | 'passwordLeaked'
  | 'invalidCode'
  | 'signInExpired'
  | 'invitationExpired'
  | 'tooManyAttempts'
  | 'unknown'

/** The account service said no. */
export class IdentityFailure extends Error {
  readonly reason: IdentityFailureReason

  constructor(reason: IdentityFailureReason, cause?: unknown) {
    super(reason, { cause })
    this.name = 'IdentityFailure'
    this.reason = reason
  }
}

/** Cognito's names for what it refuses. Unknown user, wrong password and blocked account must look alike (D9). */
const REASONS: Record<string, IdentityFailureReason> = {
  NotAuthorizedException: 'invalidCredentials',
  UserNotFoundException: 'invalidCredentials',
  UsernameExistsException: 'accountExists',
  // The stage's firewall on the user pool.
  ForbiddenException: 'tooManyAttempts',
  InvalidPasswordException: 'passwordTooShort',
  CodeMismatchException: 'invalidCode',
  ExpiredCodeException: 'invalidCode',
  EnableSoftwareTokenMFAException: 'invalidCode',
  LimitExceededException: 'tooManyAttempts',
  TooManyRequestsException: 'tooManyAttempts',
  TooManyFailedAttemptsException: 'tooManyAttempts',
}

/** Cognito's lock after wrong passwords has no name of its own. */
const LOCKED = 'Password attempts exceeded'

/** Nor has a temporary password that nobody used in time. */
const INVITATION_EXPIRED = 'Temporary password has expired'

/** Nor has a password that is known to have leaked, where the stage has them refused (`checkCompromisedCredentials`). */
const LEAKED = 'cannot be used for security reasons'

/** Names after which a stored sign-in is worth nothing any more. */
const DEFINITIVE = [
  'NotAuthorizedException',
  'TokenRevokedException',
  'UserNotFoundException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'RefreshTokenReuseException',
]

/** What an error of Amplify means to us. */
export function identityFailureOf(error: unknown): IdentityFailure | ApiFailure {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NetworkError') return networkFailure(error)
  if (isLocked(error)) return new IdentityFailure('tooManyAttempts', error)
  if (isRefusal(error, INVITATION_EXPIRED)) return new IdentityFailure('invitationExpired', error)
  if (isRefusal(error, LEAKED, 'InvalidPasswordException'))
    return new IdentityFailure('passwordLeaked', error)
  return new IdentityFailure(REASONS[name] ?? 'unknown', error)
}

/** Whether wrong passwords or codes have locked the account for a while. */
export function isLocked(error: unknown): boolean {
  return isRefusal(error, LOCKED)
}

function isRefusal(error: unknown, words: string, name = 'NotAuthorizedException'): boolean {
  return error instanceof Error && error.name === name && error.message.includes(words)
}

/** Whether a refused token refresh means that the account must sign in again. */
export function isDefinitive(error: unknown): boolean {
  return error instanceof Error && DEFINITIVE.some((name) => error.name.startsWith(name))
}
