import { recordSecondFactor as route } from '#shared/contract/account.ts'
import { readSession } from '#shared/contract/session.ts'
import type { User } from '#shared/entities/user.ts'
import { createAuditLog } from '../data/audit.ts'
import { createUsers } from '../data/users.ts'
import type { Call } from '../test-support/gateway.ts'
import { PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterEach(() => {
  site.store.failWith(() => undefined)
  site.userPool.failWith(() => undefined)
})
afterAll(() => site.stop())

/** An admin as stored, and whether Cognito asks them for a code. */
async function admin(asked: boolean, changes: Partial<User> = {}) {
  const user = await storeUser(site.store.table, { isAdmin: true, ...changes })
  site.userPool.enrol({ id: user.id, email: user.email, hasSecondFactor: asked })
  const as: Call = { token: site.userPool.token(user.id), sessionId: user.lease?.id }
  return { user, as }
}

const stored = ({ id }: User) => createUsers(site.store.table).find(id)
const listEntries = async ({ email }: User) =>
  (await createAuditLog(site.store.table).listNewest({ limit: 100 })).items.filter(
    ({ target }) => target === email,
  )

test('stores a new second factor with its audit entry and ends every sign-in, this one too', async () => {
  const { user, as } = await admin(true, { email: PRIMARY_OWNER })
  const before = Math.floor(Date.now() / 1000)
  expect(await site.call(route, as)).toMatchObject({ status: 200, json: { hasSecondFactor: true } })
  const noted = await stored(user)
  expect(noted).toEqual({
    ...user,
    hasSecondFactor: true,
    lease: null,
    signInsFrom: expect.any(Number),
  })
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

test('keeps sign-ins ended that a new password ended later', async () => {
  const signInsFrom = Math.floor(Date.now() / 1000) + 3_600
  const { user, as } = await admin(true, { signInsFrom })
  const token = site.userPool.token(user.id, { auth_time: signInsFrom })
  await site.call(route, { ...as, token })
  expect((await stored(user))?.signInsFrom).toBe(signInsFrom)
})

test.each([true, false])('has one effect when set to %s twenty times at once', async (asked) => {
  const { user, as } = await admin(asked, { hasSecondFactor: !asked })
  // A sign-in of a later second than the change's stays; only its session ends.
  const token = site.userPool.token(user.id, { auth_time: Math.floor(Date.now() / 1000) + 3_600 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => site.call(route, { ...as, token })))
  // After the first call the guard finds no live session.
  for (const { status, json } of answers)
    expect(status === 200 ? json.hasSecondFactor : json.code).toEqual(
      status === 200 ? asked : 'SESSION_INACTIVE',
    )
  expect(answers.map(({ status }) => status)).toContain(200)
  expect((await stored(user))?.hasSecondFactor).toBe(asked)
  expect(await listEntries(user)).toHaveLength(1)
})

test('ignores what the browser claims', async () => {
  const { user, as } = await admin(false)
  expect((await site.call(route, { ...as, body: { hasSecondFactor: true } })).json).toEqual({
    hasSecondFactor: false,
  })
  expect(await stored(user)).toEqual(user)
})

test('answers false for an account that is gone from Cognito', async () => {
  const { user, as } = await admin(true, { hasSecondFactor: true })
  site.userPool.accounts.delete(user.id)
  expect((await site.call(route, as)).json).toEqual({ hasSecondFactor: false })
})

test('refuses a student who set one up elsewhere, and logs nothing', async () => {
  const { user, as } = await admin(true, { isAdmin: false })
  expect(await site.call(route, as)).toMatchObject({ status: 403, json: { code: 'ADMIN_REQUIRED' } })
  expect(await stored(user)).toEqual(user)
  expect(await listEntries(user)).toEqual([])
})

test.each([
  { what: 'Cognito that fails', fail: () => site.userPool.failWith(() => 'reset') },
  {
    what: 'Cognito that throttles',
    fail: () => site.userPool.failWith(() => ({ status: 400, type: 'TooManyRequestsException' })),
  },
  {
    what: 'a store that fails',
    fail: () =>
      site.store.failWith((operation) =>
        operation === 'TransactWriteItems' ? { status: 500, type: 'InternalServerError' } : undefined,
      ),
  },
])('$what: answers 503 and stores neither flag nor entry', async ({ fail }) => {
  const { user, as } = await admin(true)
  fail()
  expect(await site.call(route, as)).toMatchObject({
    status: 503,
    json: { code: 'TEMPORARILY_UNAVAILABLE' },
  })
  expect(await stored(user)).toEqual(user)
  expect(await listEntries(user)).toEqual([])
})
