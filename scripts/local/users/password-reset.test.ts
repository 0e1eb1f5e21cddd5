import {
  AdminDisableUserCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { newEmail, type PoolCalls } from '../test-support/pool-calls.ts'
import { startUsersForTests, type TestUsers, testPool } from '../test-support/users.ts'

let users: TestUsers
let browser: PoolCalls

startUsersForTests((started) => {
  users = started
  browser = started.browser
})

describe('a forgotten password', () => {
  const confirm = (email: string, code: string, password = 'nouveau1') =>
    browser.call('ConfirmForgotPassword', { Username: email, ConfirmationCode: code, Password: password })

  test('is replaced with the code of the mail', async () => {
    const { email } = await browser.enter()
    await browser.call('ForgotPassword', { Username: email.toUpperCase() })
    const [mail] = users.outbox.list(email)
    expect(mail).toMatchObject({ to: email, kind: 'reset-password', code: expect.stringMatching(/^\d{6}$/) })
    expect((await confirm(email, 'wrong')).body.__type).toBe('CodeMismatchException')
    expect((await confirm(email, mail?.code ?? '', '12345')).body.__type).toBe('InvalidPasswordException')
    expect((await confirm(email, mail?.code ?? '')).status).toBe(200)
    expect((await browser.signIn(email)).status).toBe(400)
    expect((await browser.signIn(email, 'nouveau1')).status).toBe(200)
    expect((await confirm(email, mail?.code ?? '')).body.__type).toBe('CodeMismatchException')
  })

  const addresses = [
    { whose: 'an unknown address', find: async () => newEmail('e-personne') },
    {
      whose: 'a disabled account',
      find: async () => {
        const { email } = await browser.enter()
        const account = { UserPoolId: testPool.userPoolId, Username: email }
        await users.admin.send(new AdminDisableUserCommand(account))
        return email
      },
    },
  ]

  test.each(addresses)('of $whose reads the same, and sends nothing', async ({ find }) => {
    const known = await browser.enter()
    const email = await find()
    const answer = await browser.call('ForgotPassword', { Username: known.email })
    expect(await browser.call('ForgotPassword', { Username: email })).toEqual(answer)
    expect(users.outbox.list(email)).toEqual([])
  })

  test.each([
    ...addresses.slice(0, 1),
    {
      whose: 'an account that was sent a code',
      find: async () => {
        const { email } = await browser.enter()
        await browser.call('ForgotPassword', { Username: email })
        return email
      },
    },
  ])(
    'of $whose cannot be guessed: every wrong code reads the same, and then it is locked',
    async ({ find }) => {
      const email = await find()
      for (let attempt = 0; attempt < 5; attempt++)
        expect(await confirm(email, '000000')).toEqual({
          status: 400,
          body: {
            __type: 'CodeMismatchException',
            message: 'Invalid verification code provided, please try again.',
          },
        })
      const code = users.outbox.list(email)[0]?.code ?? '000000'
      expect((await confirm(email, code)).body.__type).toBe('LimitExceededException')
    },
  )

  test('cannot be replaced without a code, nor by the code of an hour ago', async () => {
    const { email } = await browser.enter()
    expect(
      (await browser.call('ConfirmForgotPassword', { Username: email, Password: 'nouveau1' })).status,
    ).toBe(400)
    await browser.call('ForgotPassword', { Username: email })
    users.clock.now = new Date(Date.now() + 61 * 60 * 1000)
    expect((await confirm(email, users.outbox.list(email)[0]?.code ?? '')).body.__type).toBe(
      'ExpiredCodeException',
    )
  })
})

describe('a password that an operator took away', () => {
  async function reset() {
    const { email } = await browser.enter()
    const account = { UserPoolId: testPool.userPoolId, Username: email }
    await users.admin.send(new AdminResetUserPasswordCommand(account))
    expect((await browser.signIn(email)).body.__type).toBe('PasswordResetRequiredException')
    expect((await browser.signIn(email, 'autre-chose')).body.__type).toBe('PasswordResetRequiredException')
    return { email, account }
  }

  test.each(['of the mail', 'asked for later'])('is replaced with the code %s', async (code) => {
    const { email } = await reset()
    if (code === 'asked for later') await browser.call('ForgotPassword', { Username: email })
    const confirmation = { Username: email, Password: 'nouveau1' }
    const ConfirmationCode = users.outbox.list(email).at(-1)?.code
    expect((await browser.call('ConfirmForgotPassword', { ...confirmation, ConfirmationCode })).status).toBe(
      200,
    )
    expect((await browser.signIn(email, 'nouveau1')).status).toBe(200)
  })

  test('is replaced by the operator too', async () => {
    const { email, account } = await reset()
    await users.admin.send(
      new AdminSetUserPasswordCommand({ ...account, Password: 'nouveau1', Permanent: true }),
    )
    expect((await browser.signIn(email, 'nouveau1')).status).toBe(200)
  })
})
