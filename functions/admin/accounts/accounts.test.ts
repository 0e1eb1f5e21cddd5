import { randomUUID } from 'node:crypto'
import {
  deleteUser,
  diagnoseSession,
  getUser,
  listUsers,
  releaseSession,
} from '#shared/contract/admin/users.ts'
import { claimSession, readSession, renewSession } from '#shared/contract/session.ts'
import type { User } from '#shared/entities/user.ts'
import { createCounters } from '../../data/counters.ts'
import { createDeletions } from '../../data/deletions.ts'
import { createUsers } from '../../data/users.ts'
import { type Administration, createAdministration } from '../../test-support/administration.ts'
import { leaseFixture, storeUser } from '../../test-support/people.ts'
import { type Site, startSite } from '../../test-support/site.ts'

let site: Site
let admin: Administration
let reconcile: () => Promise<void>
beforeAll(async () => {
  site = await startSite()
  admin = await createAdministration(site)
  reconcile = (await import('../../account/reconcile-accounts.ts')).handler
})
afterEach(() => site.heal())
afterAll(() => site.stop())

const on = ({ id }: Pick<User, 'id'>) => ({ params: { id } })
const counts = async () => {
  const { table } = site.store
  const { users } = await createCounters(table).readAll()
  return { users, premium: await createUsers(table).countPremium(new Date()) }
}
const unfinished = async () =>
  (await createDeletions(site.store.table).listRemembered()).filter(({ isDone }) => !isDone)

describe('deleting a user', () => {
  test('leaves the log alone', async () => {
    const before = await counts()
    const user = await site.enrol({ isPremium: true, premiumUntil: '2099-07-10' })
    expect(await admin.asOwner(deleteUser, on(user))).toMatchObject({ status: 204, text: '' })
    expect(await createUsers(site.store.table).find(user.id)).toBeNull()
    expect(site.userPool.accounts.find(user.id)).toBeNull()
    expect((await admin.asOwner(getUser, on(user))).json.code).toBe('NOT_FOUND')
    expect((await admin.asOwner(listUsers, { query: { search: user.email } })).json.items).toEqual([])
    expect((await site.call(readSession, site.as(user))).json.code).toBe('PROFILE_NOT_FOUND')
    // The sign-ups of a week include deleted accounts.
    expect(await counts()).toEqual(before)
    expect(await admin.listEntries(user.email)).toMatchObject([
      {
        action: 'DELETE_USER',
        before: { isPremium: true, premiumUntil: '2099-07-10', payment: null },
        after: null,
      },
    ])
    expect((await admin.asOwner(deleteUser, on(user))).json.code).toBe('NOT_FOUND')
  })

  test.each<[string, () => void]>([
    [
      'while Cognito fails',
      () => site.userPool.failWith(() => ({ status: 500, type: 'InternalErrorException' })),
    ],
    [
      'before it is noted as done',
      () =>
        site.store.failWith((operation) =>
          operation === 'UpdateItem' ? { status: 500, type: 'InternalServerError' } : undefined,
        ),
    ],
  ])('that is interrupted %s is finished by the reconciliation', async (_, breakOff) => {
    const user = await site.enrol()
    breakOff()
    expect((await admin.asOwner(deleteUser, on(user))).status).toBe(204)
    site.heal()
    expect(await unfinished()).toMatchObject([{ userId: user.id }])
    await reconcile()
    expect(site.userPool.accounts.find(user.id)).toBeNull()
    expect(await unfinished()).toEqual([])
    expect(await admin.listEntries(user.email)).toHaveLength(1)
  })
})

describe('a session', () => {
  test('is diagnosed and released, so that another device is admitted at once', async () => {
    const user = await storeUser(site.store.table)
    const lastActive = user.lease?.lastActive
    const live = await admin.asOwner(diagnoseSession, on(user))
    expect(live.json).toEqual({ active: true, lastActive, secondsLeft: expect.any(Number) })
    expect((await admin.asOwner(releaseSession, on(user))).status).toBe(204)
    const gone = { active: false, lastActive: null, secondsLeft: null }
    expect((await admin.asOwner(diagnoseSession, on(user))).json).toEqual(gone)
    expect((await site.call(renewSession, site.as(user))).json.code).toBe('SESSION_INACTIVE')
    expect((await site.call(claimSession, { token: site.userPool.token(user.id), body: {} })).status).toBe(
      200,
    )
    expect(await admin.listEntries(user.email)).toMatchObject([
      { action: 'DELETE_SESSION', before: { lastActive }, after: null },
    ])
  })

  test('that is stale is shown as inactive', async () => {
    const lease = leaseFixture(new Date(Date.now() - 61_000))
    const user = await storeUser(site.store.table, { lease })
    const { json } = await admin.asOwner(diagnoseSession, on(user))
    expect(json).toEqual({ active: false, lastActive: lease.lastActive, secondsLeft: null })
  })

  test('of an unknown or blocked user is not found', async () => {
    const blocked = await storeUser(site.store.table, { blockedAt: '2026-01-01T00:00:00.000Z' })
    for (const user of [blocked, { id: randomUUID() }])
      for (const route of [diagnoseSession, releaseSession])
        expect((await admin.asOwner(route, on(user))).json.code).toBe('NOT_FOUND')
  })
})
