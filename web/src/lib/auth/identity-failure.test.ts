import { expect, test } from 'vitest'
import { IdentityFailure, isDefinitive, toIdentityFailure } from './identity-failure.ts'

const named = (name: string, message = '') => Object.assign(new Error(message), { name })

test.each([
  [
    'a wrong password',
    named('NotAuthorizedException', 'Incorrect username or password.'),
    'invalidCredentials',
  ],
  ['an unknown address', named('UserNotFoundException'), 'invalidCredentials'],
  [
    'too many wrong passwords',
    named('NotAuthorizedException', 'Password attempts exceeded'),
    'tooManyAttempts',
  ],
  ['the firewall', named('ForbiddenException', 'Forbidden'), 'tooManyAttempts'],
  ['too many changes', named('LimitExceededException', 'Attempt limit exceeded'), 'tooManyAttempts'],
  [
    'mails beyond those of the day',
    named('LimitExceededException', 'Exceeded daily email limit for the operation or the account.'),
    'codeNotSent',
  ],
  ['a code that was not delivered', named('CodeDeliveryFailureException'), 'codeNotSent'],
  ['a sender that is paused', named('InvalidEmailRoleAccessPolicyException'), 'codeNotSent'],
  ['an address in use', named('UsernameExistsException'), 'accountExists'],
  [
    'a short password',
    named('InvalidPasswordException', 'Password did not conform with policy: Password not long enough'),
    'passwordTooShort',
  ],
  [
    'a password that has leaked',
    named('InvalidPasswordException', 'Provided password cannot be used for security reasons.'),
    'passwordLeaked',
  ],
  [
    'a used proof of work',
    named('UserLambdaValidationException', 'PreSignUp failed with error PROOF_REFUSED.'),
    'proofRefused',
  ],
  [
    'a blocked address',
    named('UserLambdaValidationException', 'PreSignUp failed with error SIGN_UP_REFUSED.'),
    'unknown',
  ],
  ['a wrong code', named('CodeMismatchException'), 'invalidCode'],
  ['anything else', named('InternalErrorException'), 'unknown'],
])('translates the refusal for %s', (_, error, reason) => {
  const failure = toIdentityFailure(error)
  expect(failure).toBeInstanceOf(IdentityFailure)
  expect(failure).toMatchObject({ reason })
})

test('a lost network is no refusal of the account service', () => {
  expect(toIdentityFailure(named('NetworkError'))).toMatchObject({ name: 'ApiFailure', kind: 'unreachable' })
})

test.each([
  ['NotAuthorizedException', true],
  ['RefreshTokenReuseException', true],
  ['NetworkError', false],
  ['TooManyRequestsException', false],
])('a refresh that fails with %s is definitive: %s', (name, definitive) => {
  expect(isDefinitive(named(name))).toBe(definitive)
})
