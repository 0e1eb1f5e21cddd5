import { deleteAccount as route } from '#shared/contract/account.ts'
import { listProgress, markDocuments } from '#shared/contract/progress.ts'
import { claimSession, readSession } from '#shared/contract/session.ts'
import { createUsers } from '../data/users.ts'
import { setClock } from '../test-support/clock.ts'
import { type DeletionSite, startDeletionSite } from '../test-support/deletion-site.ts'
import { leaseFixture, PRIMARY_OWNER } from '../test-support/people.ts'
import { ownDeletion } from './delete-account.ts'

let site: DeletionSite
beforeAll(async () => {
  site = await startDeletionSite()
})
beforeEach(() => site.userPool.accounts.clear())
afterEach(() => site.heal())
afterAll(() => site.stop())

test('deletes a student account and keeps only its audit entries', async () => {
  const until = '2099-07-10'
  const user = await site.student({ isPremium: true, premiumUntil: until })
  const before = await site.counted()
  expect(await site.call(route, site.as(user))).toMatchObject({ status: 204, text: '' })
  await site.expectGone(user)
  expect(await site.counted()).toBe(before - 1)
  expect(await site.entriesAbout(user)).toMatchObject([
    {
      action: 'DELETE_USER',
      actor: { type: 'system' },
      before: { isPremium: true, premiumUntil: until },
      after: { deletedBy: 'user' },
    },
  ])
  for (const call of [
    site.call(readSession, site.as(user)),
    site.call(claimSession, { ...site.as(user), body: {} }),
    site.call(listProgress, { ...site.as(user), query: { track: 'SM' } }),
    site.call(markDocuments, { ...site.as(user), params: { track: 'svt', theme: 'ondes', chapter: '1' } }),
    site.call(route, site.as(user)),
  ])
    expect((await call).json.code).toBe('PROFILE_NOT_FOUND')
})

test.each([
  { isAdmin: true, email: PRIMARY_OWNER },
  { isAdmin: true },
  { isAdmin: false, email: PRIMARY_OWNER },
])('refuses to delete protected accounts, also by their own user: %p', async (changes) => {
  const user = await site.student(changes)
  expect((await site.call(route, site.as(user))).json.code).toBe('OWNER_REQUIRED')
  expect(await createUsers(site.store.table).find(user.id)).toEqual(user)
  expect(await site.markedChapters(user)).toBe(2)
  expect(site.userPool.accounts.find(user.id)).not.toBeNull()
  expect(await site.unfinished()).not.toContain(user.id)
})

describe('a sign-in', () => {
  const SECOND = Date.parse('2026-03-01T10:00:00Z') / 1000
  beforeEach(() => setClock(new Date(SECOND * 1000)))
  afterEach(() => setClock(null))

  test.each([
    { ago: 0, answer: 204 },
    { ago: 299, answer: 204 },
    // Cognito's clock may be ahead of the server's.
    { ago: -5, answer: 204 },
    { ago: 300, answer: 'REAUTHENTICATION_REQUIRED' },
    { ago: 30 * 24 * 3600, answer: 'REAUTHENTICATION_REQUIRED' },
    { ago: undefined, answer: 'REAUTHENTICATION_REQUIRED' },
  ])('of $ago seconds ago is answered $answer', async ({ ago, answer }) => {
    const user = await site.student({ lease: leaseFixture(new Date(SECOND * 1000)) })
    // A refreshed token is new, but has the time of the sign-in.
    const auth_time = ago === undefined ? undefined : SECOND - ago
    const token = site.userPool.token(user.id, { auth_time })
    const { status, json } = await site.call(route, { ...site.as(user), token })
    expect(answer === 204 ? status : json.code).toBe(answer)
    expect((await createUsers(site.store.table).find(user.id)) === null).toBe(answer === 204)
  })
})

test('does not count a blocked account out, which was not counted', async () => {
  const blocked = await site.student({ blockedAt: '2026-01-01T00:00:00.000Z' })
  const before = await site.counted()
  await createUsers(site.store.table).beginDeletion(blocked, ownDeletion(blocked, new Date()))
  await site.reconcile()
  await site.expectGone(blocked)
  expect(await site.counted()).toBe(before)
})
