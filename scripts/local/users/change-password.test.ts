import { type PoolCalls, type SignedIn } from '../test-support/pool-calls.ts'
import { startUsersForTests, type TestUsers } from '../test-support/users.ts'

let users: TestUsers
let browser: PoolCalls

startUsersForTests((started) => {
  users = started
  browser = started.browser
})

const change = ({ access }: SignedIn, from: string, to = 'nouveau1') =>
  browser.call('ChangePassword', { AccessToken: access, PreviousPassword: from, ProposedPassword: to })

const wrong = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }
const limited = {
  __type: 'LimitExceededException',
  message: 'Attempt limit exceeded, please try after some time.',
}

describe('a change of password', () => {
  test('requires the current password and replaces it', async () => {
    const student = await browser.enter()
    expect((await change(student, 'autrechose')).body).toEqual(wrong)
    expect((await change(student, 'motdepasse', '12345')).body.__type).toBe('InvalidPasswordException')
    expect(await change(student, 'motdepasse')).toEqual({ status: 200, body: {} })
    expect((await browser.signIn(student.email)).body).toEqual(wrong)
    expect((await browser.signIn(student.email, 'nouveau1')).status).toBe(200)
  })

  test('locks change and sign-in for a second after five wrong passwords', async () => {
    const student = await browser.enter()
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await change(student, 'autrechose')).body).toEqual(wrong)
    expect(await change(student, 'motdepasse')).toEqual({ status: 400, body: limited })
    expect((await browser.signIn(student.email)).body.message).toBe('Password attempts exceeded')
    users.clock.now = new Date(Date.now() + 1_100)
    expect((await change(student, 'motdepasse')).status).toBe(200)
  })
})
