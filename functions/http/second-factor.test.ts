import { startTestUsers, type TestUsers, testPool } from '#scripts/local/test-support/users.ts'
import type { Route } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { User } from '#shared/entities/user.ts'
import { createSignedEvent, ORIGIN_SECRETS, SITE_ORIGIN } from '../test-support/gateway.ts'
import { OWNER_EMAILS, PRIMARY_OWNER, SECOND_OWNER, storeUser } from '../test-support/people.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { type Guard, openGuard } from './guard.ts'

let store: TestTable
let userPool: TestUsers
/** `demanding`: the stage demands a second factor of owners. */
let guards: Record<'demanding' | 'trusting', Guard>

beforeAll(async () => {
  store = await startTable()
  userPool = await startTestUsers()
  const settings = {
    TABLE_NAME: store.table.name,
    AUDIT_RETENTION_DAYS: 1_095,
    USER_POOL_ID: testPool.userPoolId,
    USER_POOL_CLIENT_ID: testPool.clientId,
    OWNER_EMAILS: OWNER_EMAILS.split(','),
    ORIGIN_SECRETS,
    SITE_ORIGIN,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: userPool.url,
  }
  guards = {
    demanding: openGuard({ ...settings, OWNERS_NEED_SECOND_FACTOR: true }).guard,
    trusting: openGuard({ ...settings, OWNERS_NEED_SECOND_FACTOR: false }).guard,
  }
})
afterAll(async () => {
  await userPool.stop()
  await store.stop()
})

async function outcome(guard: Guard, route: Route, changes: Partial<User>): Promise<string> {
  const { id, lease: session } = await storeUser(store.table, changes)
  const call = { token: userPool.token(id), sessionId: session?.id }
  try {
    await guard(route, await createSignedEvent(route, call))
    return 'admitted'
  } catch (error) {
    return (error as { code: string }).code
  }
}

const owner = { isAdmin: true, email: PRIMARY_OWNER }
const secondOwner = { isAdmin: true, email: SECOND_OWNER }

const hasSecondFactor = true
const blockedAt = '2026-01-01T00:00:00.000Z'

const atOwnersAddress = { email: PRIMARY_OWNER, hasSecondFactor }

test.each([
  ['demanding', 'the first owner without', owner, 'SECOND_FACTOR_REQUIRED'],
  ['demanding', 'the second owner without', secondOwner, 'SECOND_FACTOR_REQUIRED'],
  ['demanding', 'an owner with', { ...owner, hasSecondFactor }, 'admitted'],
  ['trusting', 'an owner without', owner, 'admitted'],
  ['demanding', 'an admin with', { isAdmin: true, hasSecondFactor }, 'OWNER_REQUIRED'],
  ['demanding', 'an admin without', { isAdmin: true }, 'OWNER_REQUIRED'],
  ['demanding', 'a student at an owner’s address with', atOwnersAddress, 'OWNER_REQUIRED'],
  ['demanding', 'a blocked owner without', { ...owner, blockedAt }, 'ACCOUNT_BLOCKED'],
  ['demanding', 'an owner without a session and without', { ...owner, lease: null }, 'SESSION_INACTIVE'],
] as const)('a %s stage answers %s a second factor', async (stage, _, user, expected) => {
  expect(await outcome(guards[stage], routes.listUsers, user)).toBe(expected)
})

const named = Object.entries(routes as Record<RouteName, Route>)

test('every route of the administration refuses owners without a second factor, and those that set one up do not', async () => {
  const outcomes: Record<string, string> = {}
  const expected: Record<string, string> = {}
  for (const [name, route] of named.filter(([, { access }]) => ['user', 'admin', 'owner'].includes(access))) {
    const { access, capability } = route
    const isAdministration = access === 'owner' || (access === 'admin' && capability !== 'account')
    expected[name] = isAdministration ? 'SECOND_FACTOR_REQUIRED' : 'admitted'
    outcomes[name] = await outcome(guards.demanding, route, owner)
  }
  expect(outcomes).toEqual(expected)
})
