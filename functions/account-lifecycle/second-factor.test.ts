import { recordSecondFactor as route } from '#shared/contract/account.ts'
import { readSession } from '#shared/contract/session.ts'
import type { User } from '#shared/entities/user.ts'
import type { Call } from '../test-support/gateway.ts'
import { PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

const site = await startSite()
afterAll(() => site.stop())

/** Returns a stored admin. `asked`: whether Cognito asks them for a code. */
async function admin(asked: boolean, changes: Partial<User> = {}) {
  const user = await storeUser(site.store.table, { isAdmin: true, ...changes })
  site.userPool.enrol({ id: user.id, email: user.email, hasSecondFactor: asked })
  const as: Call = { token: site.userPool.token(user.id), sessionId: user.lease?.id }
  return { user, as }
}

const stored = ({ id }: User) => site.stores.users.find(id)
const listEntries = async ({ email }: User) =>
  (await site.stores.audit.listNewest({ limit: 100 })).items.filter(({ target }) => target === email)

test('stores a new second factor with its audit entry and ends every sign-in, also the current one', async () => {
  const { user, as } = await admin(true, { email: PRIMARY_OWNER })
  const before = Math.floor(Date.now() / 1000)
  expect(await site.call(route, as)).toMatchObject({ status: 200, json: { hasSecondFactor: true } })
  const noted = await stored(user)
  expect(noted).toEqual({ ...user, hasSecondFactor: true, lease: null, signInsFrom: expect.any(Number) })
  expect(noted?.signInsFrom).toBeGreaterThanOrEqual(before)
  const [entry, ...others] = await listEntries(user)
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    action: 'UPDATE_SECOND_FACTOR',
    actor: { type: 'admin', email: PRIMARY_OWNER },
    before: { hasSecondFactor: false },
    after: { hasSecondFactor: true },
  })
  const earlier = site.userPool.token(user.id, { auth_time: before - 600 })
  expect((await site.call(readSession, { ...as, token: earlier })).json.code).toBe('AUTHENTICATION_REQUIRED')
})

test('stores a removed second factor with its audit entry and keeps the sign-in', async () => {
  const { user, as } = await admin(false, { hasSecondFactor: true })
  expect((await site.call(route, as)).json).toEqual({ hasSecondFactor: false })
  expect(await stored(user)).toEqual({ ...user, hasSecondFactor: false })
  expect(await listEntries(user)).toMatchObject([
    { before: { hasSecondFactor: true }, after: { hasSecondFactor: false } },
  ])
  expect((await site.call(readSession, as)).json).toMatchObject({ profile: { hasSecondFactor: false } })
})

test.each([true, false])('writes nothing while it stays %s', async (hasSecondFactor) => {
  const { user, as } = await admin(hasSecondFactor, { hasSecondFactor })
  site.store.operations.clear()
  expect((await site.call(route, as)).json).toEqual({ hasSecondFactor })
  expect(site.store.operations.list()).toEqual(['GetItem'])
  expect(await stored(user)).toEqual(user)
  expect(await listEntries(user)).toEqual([])
})

test('does not move an end of sign-ins back to an earlier time', async () => {
  const signInsFrom = Math.floor(Date.now() / 1000) + 3_600
  const { user, as } = await admin(true, { signInsFrom })
  const token = site.userPool.token(user.id, { auth_time: signInsFrom })
  await site.call(route, { ...as, token })
  expect((await stored(user))?.signInsFrom).toBe(signInsFrom)
})
