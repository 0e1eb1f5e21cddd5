import { routes } from '#shared/contract/routes.ts'
import type { User } from '#shared/entities/user.ts'
import { startDeletionSite } from '../test-support/deletion-site.ts'
import { PRIMARY_OWNER } from '../test-support/people.ts'
import { ownDeletion } from './reconciliation.ts'

const site = await startDeletionSite()
beforeEach(() => site.userPool.accounts.clear())
afterEach(() => site.heal())
afterAll(() => site.stop())

const down = { status: 500, type: 'InternalErrorException' }
const begin = (user: User) => site.stores.users.beginDeletion(user, ownDeletion(user, new Date()))

test('deletes a student account and keeps only its audit entry', async () => {
  const premium = { isPremium: true, premiumUntil: '2099-07-10' }
  const user = await site.student(premium)
  const before = await site.counted()
  expect(await site.call(routes.deleteAccount, site.as(user))).toMatchObject({ status: 204, text: '' })
  await site.expectGone(user)
  expect(await site.counted()).toBe(before - 1)
  const entry = { action: 'DELETE_USER', actor: { type: 'system' }, before: premium }
  expect(await site.entriesAbout(user)).toMatchObject([{ ...entry, after: { deletedBy: 'user' } }])
  for (const call of [
    site.call(routes.readSession, site.as(user)),
    site.call(routes.claimSession, { ...site.as(user), body: {} }),
    site.call(routes.listProgress, { ...site.as(user), query: { track: 'SM' } }),
    site.call(routes.deleteAccount, site.as(user)),
  ])
    expect((await call).json.code).toBe('PROFILE_NOT_FOUND')
})

test.each([
  { isAdmin: true, email: PRIMARY_OWNER },
  { isAdmin: true },
  { isAdmin: false, email: PRIMARY_OWNER },
])('refuses to delete protected accounts, also by their own user: %p', async (changes) => {
  const user = await site.student(changes)
  expect((await site.call(routes.deleteAccount, site.as(user))).json.code).toBe('OWNER_REQUIRED')
  expect(await site.stores.users.find(user.id)).toEqual(user)
  expect(await site.markedChapters(user)).toBe(2)
  expect(site.userPool.accounts.find(user.id)).not.toBeNull()
  expect(await site.unfinished()).not.toContain(user.id)
})

test('does not count a blocked account out, which was not counted', async () => {
  const blocked = await site.student({ blockedAt: '2026-01-01T00:00:00.000Z' })
  const before = await site.counted()
  await begin(blocked)
  await site.reconcile()
  await site.expectGone(blocked)
  expect(await site.counted()).toBe(before)
})

test.each([
  { when: 'while the marks cannot be listed', failing: 'Query', hasIdentity: true },
  { when: 'while Cognito fails', failing: 'AdminDeleteUser', hasIdentity: true },
  { when: 'after Cognito, before it is noted as done', failing: 'UpdateItem', hasIdentity: false },
])(
  'a deletion that is interrupted $when is answered 204, and the reconciliation finishes it',
  async ({ failing, hasIdentity }) => {
    const user = await site.student()
    const before = await site.counted()
    for (const service of [site.store, site.userPool])
      service.failWith((operation) => (operation === failing ? down : undefined))
    expect((await site.call(routes.deleteAccount, site.as(user))).status).toBe(204)
    expect(site.userPool.accounts.find(user.id) !== null).toBe(hasIdentity)
    site.heal()
    expect(await site.unfinished()).toContain(user.id)
    expect((await site.call(routes.readSession, site.as(user))).json.code).toBe('PROFILE_NOT_FOUND')
    await site.reconcile()
    await site.expectGone(user)
    expect(await site.counted()).toBe(before - 1)
  },
)
