import { newEmail, type PoolCalls } from '../test-support/pool-calls.ts'
import { startUsersForTests, type TestUsers } from '../test-support/users.ts'

let users: TestUsers
let browser: PoolCalls

startUsersForTests((started) => {
  users = started
  browser = started.browser
})

describe('sign-up', () => {
  test('confirms at once, with the id that the triggers received', async () => {
    const email = newEmail()
    const { status, body } = await browser.signUp(email)
    expect([status, body]).toEqual([200, { UserConfirmed: true, UserSub: expect.any(String) }])
    expect(users.eventsOf(email)).toMatchObject([
      { triggerSource: 'PreSignUp_SignUp', request: { userAttributes: { email } }, region: 'eu-west-3' },
      {
        triggerSource: 'PostConfirmation_ConfirmSignUp',
        userName: body.UserSub,
        request: { userAttributes: { sub: body.UserSub, email, email_verified: 'true' } },
      },
    ])
  })

  test.each([
    { password: '12345', type: 'InvalidPasswordException' },
    { password: '123456', type: undefined },
  ])('takes $password: $type', async ({ password, type }) => {
    expect((await browser.signUp(newEmail(), password)).body.__type).toBe(type)
  })

  test('refuses a taken address in any case', async () => {
    const email = newEmail()
    await browser.signUp(email)
    expect((await browser.signUp(` ${email.toUpperCase()}`)).body.__type).toBe('UsernameExistsException')
  })

  test('lets one of ten simultaneous sign-ups of an address win', async () => {
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.signUp(email)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('passes on what PreSignUp and PostConfirmation throw', async () => {
    expect((await browser.signUp(newEmail('no-sign-up'))).body).toEqual({
      __type: 'UserLambdaValidationException',
      message: 'PreSignUp failed with error SIGN_UP_REFUSED.',
    })
    expect((await browser.signUp(newEmail('no-profile'))).body.message).toBe(
      'PostConfirmation failed with error STORE_DOWN.',
    )
  })

  test('cannot choose its own id or any other attribute', async () => {
    const UserAttributes = [{ Name: 'sub', Value: 'chosen' }]
    const { body } = await browser.call('SignUp', {
      Username: newEmail(),
      Password: 'motdepasse',
      UserAttributes,
    })
    expect(body.__type).toBe('NotAuthorizedException')
  })
})
