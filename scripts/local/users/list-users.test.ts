import { ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider'
import { startTestUsers, type TestUsers, testPool } from '../test-support/users.ts'

const CREATED = new Date('2026-01-01T10:11:12.131Z')

let users: TestUsers
const ids: string[] = []

beforeAll(async () => {
  users = await startTestUsers()
  users.clock.now = CREATED
  for (let account = 0; account < 5; account++) {
    const { body } = await users.browser.signUp(`eleve${account}@demo.bac`)
    ids.push(String(body.UserSub))
  }
})

afterAll(() => users.stop())

const list = (Limit?: number, PaginationToken?: string) =>
  users.admin.send(
    new ListUsersCommand({
      UserPoolId: testPool.userPoolId,
      ...(Limit !== undefined && { Limit }),
      ...(PaginationToken !== undefined && { PaginationToken }),
    }),
  )

async function idsFrom(Limit: number, PaginationToken?: string): Promise<string[]> {
  const page = await list(Limit, PaginationToken)
  const own = (page.Users ?? []).map(({ Username = '' }) => Username)
  return page.PaginationToken ? [...own, ...(await idsFrom(Limit, page.PaginationToken))] : own
}

test('lists accounts with id, address, state and date', async () => {
  const { Users = [], PaginationToken } = await list()
  expect(PaginationToken).toBeUndefined()
  const first = Users.find(({ Username }) => Username === ids[0])
  expect(first).toMatchObject({
    Enabled: true,
    UserStatus: 'CONFIRMED',
    UserCreateDate: CREATED,
    Attributes: expect.arrayContaining([
      { Name: 'sub', Value: ids[0] },
      { Name: 'email', Value: 'eleve0@demo.bac' },
    ]),
  })
})

test.each([1, 2, 5, 60])('pages of %d show every account once', async (limit) => {
  expect((await idsFrom(limit)).sort()).toEqual([...ids].sort())
})

test.each([
  { what: 'a page of more than 60', limit: 61, token: undefined },
  { what: 'a token that the pool did not make', limit: 2, token: 'abc' },
])('refuses $what', async ({ limit, token }) => {
  await expect(list(limit, token)).rejects.toThrow(
    expect.objectContaining({ name: 'InvalidParameterException' }),
  )
})
