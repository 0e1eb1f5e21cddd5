import { describe, expect, test } from 'vitest'
import { json } from '#web/test/answers.ts'
import { cognitoAnswers, refusal, signInWith, tokens } from '#web/test/cognito.ts'
import { resetPasswordWithCode, sendResetCode } from './cognito-forms.ts'
import { createCognito } from './identity.ts'

// These tests use Amplify itself, over a network that answers as Cognito does.

const account = { email: 'eleve@exemple.invalid', password: 'motdepasse' }

describe('a password reset', () => {
  test.each([
    ['does not exist', refusal('UserNotFoundException')],
    [
      'waits for its first sign-in',
      refusal('NotAuthorizedException', 'User password cannot be reset in the current state.'),
    ],
  ])('succeeds alike for an account that %s', async (_, refused) => {
    cognitoAnswers({ ForgotPassword: () => refused })
    await expect(sendResetCode(account.email)).resolves.toBeUndefined()
  })

  test('is refused after too many requests', async () => {
    cognitoAnswers({ ForgotPassword: () => refusal('LimitExceededException') })
    await expect(sendResetCode(account.email)).rejects.toMatchObject({ reason: 'tooManyAttempts' })
  })

  test('is refused with a wrong code', async () => {
    cognitoAnswers({ ConfirmForgotPassword: () => refusal('CodeMismatchException') })
    const reset = resetPasswordWithCode({ ...account, code: '000000' })
    await expect(reset).rejects.toMatchObject({ reason: 'invalidCode' })
  })
})

test.each([
  [
    'a wrong current password',
    refusal('NotAuthorizedException', 'Incorrect username or password.'),
    'invalidCredentials',
  ],
  ['too many attempts', refusal('LimitExceededException'), 'tooManyAttempts'],
  ['a short password', refusal('InvalidPasswordException'), 'passwordTooShort'],
])('a change of password is refused for %s', async (_, answer, reason) => {
  cognitoAnswers({ InitiateAuth: () => tokens('first'), ChangePassword: () => answer })
  const identity = createCognito()
  await signInWith(identity, account)
  const passwords = { current: 'faux', next: 'nouveau' }
  await expect(identity.changePassword(passwords)).rejects.toMatchObject({ reason })
})

test('a sign-up hands the proof of work to the account service', async () => {
  const asked = cognitoAnswers({ SignUp: () => json({ UserConfirmed: true, UserSub: 'sub-1' }) })
  await createCognito().signUp({ ...account, proof: 'proof' })
  expect(asked.find(({ name }) => name === 'SignUp')?.body).toMatchObject({
    Username: account.email,
    ValidationData: [{ Name: 'altcha', Value: 'proof' }],
  })
})

test('a sign-up with the address of an existing account is refused', async () => {
  cognitoAnswers({ SignUp: () => refusal('UsernameExistsException') })
  await expect(createCognito().signUp({ ...account, proof: 'proof' })).rejects.toMatchObject({
    reason: 'accountExists',
  })
})
