import { deleteAccount as route } from '#shared/contract/account.ts'
import { readSession } from '#shared/contract/session.ts'
import { createUsers } from '../data/users.ts'
import { type DeletionSite, startDeletionSite } from '../test-support/deletion-site.ts'
import { ownDeletion } from './delete-account.ts'

let site: DeletionSite
beforeAll(async () => {
  site = await startDeletionSite()
})
beforeEach(() => site.userPool.accounts.clear())
afterEach(() => site.heal())
afterAll(() => site.stop())

describe('an interrupted deletion', () => {
  const down = { status: 500, type: 'InternalErrorException' }

  test.each<{ when: string; breakOff: () => void; hasIdentity: boolean }>([
    {
      when: 'while the marks cannot be listed',
      breakOff: () => site.store.failWith((operation) => (operation === 'Query' ? down : undefined)),
      hasIdentity: true,
    },
    { when: 'while Cognito fails', breakOff: () => site.userPool.failWith(() => down), hasIdentity: true },
    {
      when: 'after Cognito, before it is noted as done',
      breakOff: () => site.store.failWith((operation) => (operation === 'UpdateItem' ? down : undefined)),
      hasIdentity: false,
    },
  ])('$when is answered 204, and the reconciliation finishes it', async ({ breakOff, hasIdentity }) => {
    const user = await site.student()
    const before = await site.counted()
    breakOff()
    expect((await site.call(route, site.as(user))).status).toBe(204)
    expect(site.userPool.accounts.find(user.id) !== null).toBe(hasIdentity)
    site.heal()
    expect(await site.unfinished()).toContain(user.id)
    expect((await site.call(readSession, site.as(user))).json.code).toBe('PROFILE_NOT_FOUND')
    await site.reconcile()
    await site.expectGone(user)
    expect(await site.counted()).toBe(before - 1)
  })

  test('stays unfinished while Cognito is down, and the run fails', async () => {
    const user = await site.student()
    await createUsers(site.store.table).beginDeletion(user, ownDeletion(user, new Date()))
    site.userPool.failWith((operation) => (operation === 'AdminDeleteUser' ? down : undefined))
    const other = site.userPool.enrol()
    await expect(site.reconcile()).rejects.toThrow('1 deletions could not be finished')
    expect(await site.unfinished()).toEqual([user.id])
    // The reconciliation gives other accounts a profile, but not the one whose deletion is unfinished.
    expect(await createUsers(site.store.table).find(user.id)).toBeNull()
    expect(await createUsers(site.store.table).find(other.id)).not.toBeNull()
    site.heal()
    await site.reconcile()
    await site.expectGone(user)
  })
})

describe('an item that a concurrent call wrote after the deletion', () => {
  test('is deleted by the next reconciliation, without another call to Cognito', async () => {
    const user = await site.student()
    expect((await site.call(route, site.as(user))).status).toBe(204)
    await site.mark(user, 'SVT')
    expect(await site.markedChapters(user)).toBe(1)
    site.userPool.operations.clear()
    await site.reconcile()
    await site.expectGone(user)
    expect(site.userPool.operations.list()).not.toContain('AdminDeleteUser')
  })

  test('stays while the table is down, and the run fails', async () => {
    const user = await site.student()
    expect((await site.call(route, site.as(user))).status).toBe(204)
    await site.mark(user, 'SVT')
    site.store.failWith((operation) =>
      operation === 'DeleteItem' ? { status: 500, type: 'InternalServerError' } : undefined,
    )
    await expect(site.reconcile()).rejects.toThrow('deletions could not be finished')
    site.heal()
    await site.reconcile()
    await site.expectGone(user)
  })
})

test('twenty concurrent reconciliations finish a deletion once', async () => {
  const user = await site.student()
  await createUsers(site.store.table).beginDeletion(user, ownDeletion(user, new Date()))
  await Promise.all(Array.from({ length: 20 }, () => site.reconcile()))
  await site.expectGone(user)
})
