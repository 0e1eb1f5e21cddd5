import { randomUUID } from 'node:crypto'
import { startTestUsers, type TestUsers, testPool } from '#scripts/local/test-support/users.ts'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { User } from '#shared/entities/user.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { createCaller } from '../test-support/callers.ts'
import { setClock } from '../test-support/clock.ts'
import { createSignedEvent, ORIGIN_SECRETS, SITE_ORIGIN } from '../test-support/gateway.ts'
import { OWNER_EMAILS, PRIMARY_OWNER, SECOND_OWNER, storeUser } from '../test-support/people.ts'
import { sampleCall } from '../test-support/samples.ts'
import { type Site, startSite } from '../test-support/site.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { type Guard, openGuard } from './guard.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  site.store.bypassProxy()
})
afterAll(() => site.stop())

async function listEntries(email: string) {
  const { items } = await site.stores.audit.listNewest({ limit: 200 })
  const own = items.filter(({ actor }) => actor.type === 'admin' && actor.email === email)
  return site.stores.refusals.show(own)
}

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

const ofOwners = named.filter(([, { access }]) => access === 'owner')

test.each(isLongRun ? ofOwners : ofOwners.slice(0, 2))(
  'records one audit entry when an admin who is no owner calls %s, and none for a student',
  async (name, route) => {
    for (const caller of ['non-owner admin', 'free'] as const) {
      const { user, call } = await createCaller(site, caller)
      await site.call(route, { ...call, ...sampleCall(name) })
      const expected = { action: 'REFUSED_ATTEMPT', target: `${route.method} ${route.path}` }
      expect(await listEntries(user.email)).toMatchObject(caller === 'free' ? [] : [expected])
    }
  },
)

describe('the attempts of an admin who is not an owner', () => {
  const start = new Date('2026-03-04T12:00:00.000Z')
  afterEach(() => setClock(null))

  test('are one entry for each route and minute, with their number and paths', async () => {
    const { user, call } = await createCaller(site, 'non-owner admin')
    const ask = (id: string) => site.call(routes.getUser, { ...call, params: { id } })
    setClock(start)
    const ids = Array.from({ length: 30 }, () => randomUUID())
    await Promise.all(ids.map(ask))
    await ask(ids[0] ?? '')
    setClock(new Date(start.getTime() + 59_000))
    await site.call(routes.listAudit, call)
    setClock(new Date(start.getTime() + 60_000))
    await ask(ids[0] ?? '')
    const entries = await listEntries(user.email)
    const seen = entries.map(({ target, after }) => [target, after?.['attempts']])
    expect(seen).toEqual([
      ['GET /api/admin/users/{id}', 1],
      ['GET /api/admin/audit', 1],
      ['GET /api/admin/users/{id}', 31],
    ])
    const paths = entries[2]?.after?.['paths'] as string[]
    expect(paths).toHaveLength(20)
    expect(ids.map((id) => `/api/admin/users/${id}`)).toEqual(expect.arrayContaining(paths))
    const counted = (await site.stores.audit.listActivity()).find(
      ({ actor }) => actor.type === 'admin' && actor.email === user.email,
    )
    expect(counted?.count).toBe(3)
  })

  test.each([
    ['without a session id', undefined],
    ["with another's session id", randomUUID()],
  ])('are recorded %s, without a hint in the answer', async (_, sessionId) => {
    const { user, call } = await createCaller(site, 'non-owner admin')
    const { status, json } = await site.call(routes.listAudit, { ...call, sessionId })
    expect([status, json.code]).toEqual([403, 'SESSION_INACTIVE'])
    expect(await listEntries(user.email)).toHaveLength(1)
  })

  test('are not recorded once the sign-in was ended', async () => {
    const { user, call } = await createCaller(site, 'non-owner admin')
    await site.stores.users.endSignIns(user.id, new Date(Date.now() + 60_000))
    expect((await site.call(routes.listAudit, call)).status).toBe(401)
    expect(await listEntries(user.email)).toEqual([])
  })
})

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
