import * as v from 'valibot'
import type { Route } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { User } from '#shared/entities/user.ts'
import { createSignedEvent } from '../test-support/gateway.ts'
import { PRIMARY_OWNER, SECOND_OWNER, storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'
import { GuardedEnvironment } from './environment.ts'
import { type Guard, openGuard } from './guard.ts'

const site = await startSite()
const env = v.parse(GuardedEnvironment, process.env)
/** `demanding`: the stage demands a second factor of owners. */
const guards = {
  demanding: openGuard({ ...env, OWNERS_NEED_SECOND_FACTOR: true }).guard,
  trusting: openGuard({ ...env, OWNERS_NEED_SECOND_FACTOR: false }).guard,
}
afterAll(() => site.stop())

async function outcome(guard: Guard, route: Route, changes: Partial<User>): Promise<string> {
  const call = site.as(await storeUser(site.store.table, changes))
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
