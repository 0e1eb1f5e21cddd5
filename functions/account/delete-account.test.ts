import { randomUUID } from 'node:crypto'
import { TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import { deleteAccount as route } from '#shared/contract/account.ts'
import { listProgress, markDocuments } from '#shared/contract/progress.ts'
import { claimSession, readSession } from '#shared/contract/session.ts'
import type { User } from '#shared/domain/user.ts'
import { auditOf } from '../data/audit.ts'
import { deletionsOf } from '../data/deletions.ts'
import { progressOf } from '../data/progress.ts'
import { userListsOf } from '../data/user-lists.ts'
import { usersOf } from '../data/users.ts'
import { setClock } from '../test-support/clock.ts'
import { PRIMARY_OWNER, settle } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'
import { ownDeletion } from './own-deletion.ts'

let site: Site
let reconcile: () => Promise<void>
beforeAll(async () => {
  site = await startSite()
  reconcile = (await import('./reconcile-accounts.ts')).handler
})
beforeEach(() => site.userPool.directory.accounts.clear())
afterEach(heal)
afterAll(() => site.stop())

function heal(): void {
  site.store.failWith(() => undefined)
  site.userPool.directory.failWith(() => undefined)
}

/** A student who can sign in and has worked through something in two tracks. */
async function enrolled(changes: Partial<User> = {}): Promise<User> {
  const user = await settle(site.store.table, changes)
  site.userPool.directory.enrol({ id: user.id, email: user.email })
  for (const track of ['SM', 'PC'] as const) await mark(user, track)
  return user
}

async function mark({ id: userId }: User, track: TrackCode): Promise<void> {
  const { changeMarks } = progressOf(site.store.table)
  const chapter = { userId, track, theme: 'ondes', chapter: 1 }
  await changeMarks(chapter, () => new Map([['r-1', 'done']]), new Date())
}

const as = ({ id, session }: User) => ({ token: site.userPool.token(id), sessionId: session?.id })
const counted = () => userListsOf(site.store.table).countListed()
const unfinished = async () =>
  (await deletionsOf(site.store.table).listRemembered())
    .filter(({ isDone }) => !isDone)
    .map(({ userId }) => userId)

async function markedChapters({ id }: User): Promise<number> {
  const { listTrack } = progressOf(site.store.table)
  const chapters = await Promise.all(TRACK_CODES.map((track) => listTrack(id, track)))
  return chapters.flat().length
}

async function entriesAbout({ email }: User) {
  const { items } = await auditOf(site.store.table).listNewest({ limit: 100 })
  return items.filter(({ target }) => target === email)
}

async function expectGone(user: User): Promise<void> {
  expect(await usersOf(site.store.table).find(user.id)).toBeNull()
  expect(await markedChapters(user)).toBe(0)
  expect(site.userPool.directory.accounts.has(user.id)).toBe(false)
  expect(await unfinished()).not.toContain(user.id)
  expect(await entriesAbout(user)).toHaveLength(1)
}

test('a student deletes his account: nothing of it is left but the log', async () => {
  const until = '2099-07-10T23:00:00.000Z'
  const user = await enrolled({ isPremium: true, premiumUntil: until })
  const before = await counted()
  expect(await site.call(route, as(user))).toMatchObject({ status: 204, text: '' })
  await expectGone(user)
  expect(await counted()).toBe(before - 1)
  expect(await entriesAbout(user)).toMatchObject([
    {
      action: 'DELETE_USER',
      actor: { type: 'system' },
      before: { isPremium: true, premiumUntil: until },
      after: { deletedBy: 'user' },
    },
  ])
  for (const call of [
    site.call(readSession, as(user)),
    site.call(claimSession, { ...as(user), body: {} }),
    site.call(listProgress, { ...as(user), query: { track: 'SM' } }),
    site.call(markDocuments, { ...as(user), params: { track: 'svt', theme: 'ondes', chapter: '1' } }),
    site.call(route, as(user)),
  ])
    expect((await call).json.code).toBe('PROFILE_NOT_FOUND')
})

test.each([
  { isAdmin: true, email: PRIMARY_OWNER },
  { isAdmin: true },
  { isAdmin: false, email: PRIMARY_OWNER },
])('nobody protected goes, not even by himself: %p', async (changes) => {
  const user = await enrolled(changes)
  expect((await site.call(route, as(user))).json.code).toBe('OWNER_REQUIRED')
  expect(await usersOf(site.store.table).find(user.id)).toEqual(user)
  expect(await markedChapters(user)).toBe(2)
  expect(site.userPool.directory.accounts.has(user.id)).toBe(true)
  expect(await unfinished()).not.toContain(user.id)
})

describe('a sign-in', () => {
  const SECOND = Date.parse('2026-03-01T10:00:00Z') / 1000
  beforeEach(() => setClock(new Date(SECOND * 1000)))
  afterEach(() => setClock(null))

  test.each([
    { ago: 0, answer: 204 },
    { ago: 299, answer: 204 },
    // Cognito's clock may be ahead of ours.
    { ago: -5, answer: 204 },
    { ago: 300, answer: 'REAUTHENTICATION_REQUIRED' },
    { ago: 30 * 24 * 3600, answer: 'REAUTHENTICATION_REQUIRED' },
    { ago: undefined, answer: 'REAUTHENTICATION_REQUIRED' },
  ])('of $ago seconds ago is answered $answer', async ({ ago, answer }) => {
    const user = await enrolled({
      session: { id: randomUUID(), lastActive: new Date(SECOND * 1000).toISOString() },
    })
    // A refreshed token is new and keeps the time of the sign-in.
    const auth_time = ago === undefined ? undefined : SECOND - ago
    const token = site.userPool.token(user.id, { auth_time })
    const { status, json } = await site.call(route, { ...as(user), token })
    expect(answer === 204 ? status : json.code).toBe(answer)
    expect((await usersOf(site.store.table).find(user.id)) === null).toBe(answer === 204)
  })
})

test('somebody else’s session deletes nothing', async () => {
  const user = await enrolled()
  const lost = await site.call(route, { ...as(user), sessionId: randomUUID() })
  expect(lost.json.code).toBe('SESSION_INACTIVE')
  expect(await usersOf(site.store.table).find(user.id)).toEqual(user)
})

describe('a deletion that breaks off', () => {
  const down = { status: 500, type: 'InternalErrorException' }

  test('before its transaction has changed nothing and says so', async () => {
    const user = await enrolled()
    site.store.failWith((operation) => (operation === 'TransactWriteItems' ? down : undefined))
    expect((await site.call(route, as(user))).json.code).toBe('TEMPORARILY_UNAVAILABLE')
    heal()
    expect(await usersOf(site.store.table).find(user.id)).toEqual(user)
    expect(site.userPool.directory.accounts.has(user.id)).toBe(true)
    expect(await entriesAbout(user)).toEqual([])
    expect((await site.call(route, as(user))).status).toBe(204)
    await expectGone(user)
  })

  test.each<{ when: string; breakOff: () => void; hasIdentity: boolean }>([
    {
      when: 'while what he marked cannot be listed',
      breakOff: () => site.store.failWith((operation) => (operation === 'Query' ? down : undefined)),
      hasIdentity: true,
    },
    {
      when: 'while what he marked cannot be deleted',
      breakOff: () => site.store.failWith((operation) => (operation === 'DeleteItem' ? down : undefined)),
      hasIdentity: true,
    },
    {
      when: 'while Cognito fails',
      breakOff: () => site.userPool.directory.failWith(() => down),
      hasIdentity: true,
    },
    {
      when: 'while Cognito cuts the line',
      breakOff: () => site.userPool.directory.failWith(() => 'reset'),
      hasIdentity: true,
    },
    {
      when: 'while Cognito throttles',
      breakOff: () =>
        site.userPool.directory.failWith(() => ({ status: 400, type: 'TooManyRequestsException' })),
      hasIdentity: true,
    },
    {
      when: 'after Cognito, before it is noted as done',
      breakOff: () => site.store.failWith((operation) => (operation === 'UpdateItem' ? down : undefined)),
      hasIdentity: false,
    },
  ])('$when is a good one, and the reconciliation finishes it', async ({ breakOff, hasIdentity }) => {
    const user = await enrolled()
    const before = await counted()
    breakOff()
    expect((await site.call(route, as(user))).status).toBe(204)
    expect(site.userPool.directory.accounts.has(user.id)).toBe(hasIdentity)
    heal()
    expect(await unfinished()).toContain(user.id)
    expect((await site.call(readSession, as(user))).json.code).toBe('PROFILE_NOT_FOUND')
    await reconcile()
    await expectGone(user)
    expect(await counted()).toBe(before - 1)
  })

  test('because the process stopped is finished too', async () => {
    const user = await enrolled()
    await usersOf(site.store.table).beginDeletion(user, ownDeletion(user, new Date()))
    await reconcile()
    await expectGone(user)
  })

  test('stays to be finished while Cognito is down; the run counts as failed', async () => {
    const user = await enrolled()
    await usersOf(site.store.table).beginDeletion(user, ownDeletion(user, new Date()))
    site.userPool.directory.failWith((operation) => (operation === 'AdminDeleteUser' ? down : undefined))
    const other = site.userPool.directory.enrol()
    await expect(reconcile()).rejects.toThrow('1 deletions could not be finished')
    expect(await unfinished()).toEqual([user.id])
    // What can be reconciled is: the account that is half gone gets no profile back, others do.
    expect(await usersOf(site.store.table).find(user.id)).toBeNull()
    expect(await usersOf(site.store.table).find(other.id)).not.toBeNull()
    heal()
    await reconcile()
    await expectGone(user)
  })
})

describe('what a call under way wrote after the deletion', () => {
  test('is removed by the next reconciliation, and the account is not asked for again', async () => {
    const user = await enrolled()
    expect((await site.call(route, as(user))).status).toBe(204)
    await mark(user, 'SVT')
    expect(await markedChapters(user)).toBe(1)
    site.userPool.directory.operations.clear()
    await reconcile()
    await expectGone(user)
    expect(site.userPool.directory.operations.list()).not.toContain('AdminDeleteUser')
  })

  test('stays to be removed while the store is down; the run counts as failed', async () => {
    const user = await enrolled()
    expect((await site.call(route, as(user))).status).toBe(204)
    await mark(user, 'SVT')
    site.store.failWith((operation) =>
      operation === 'DeleteItem' ? { status: 500, type: 'InternalServerError' } : undefined,
    )
    await expect(reconcile()).rejects.toThrow('deletions could not be finished')
    heal()
    await reconcile()
    await expectGone(user)
  })
})

test('twenty deletions at once are one', async () => {
  const user = await enrolled()
  const before = await counted()
  const answers = await Promise.all(Array.from({ length: 20 }, () => site.call(route, as(user))))
  const heard = answers.map(({ status, json }) => (status === 204 ? 'deleted' : String(json.code)))
  expect(heard).toContain('deleted')
  // Whoever comes to the guard after the first one is nobody any more.
  expect(new Set([...heard, 'PROFILE_NOT_FOUND'])).toEqual(new Set(['deleted', 'PROFILE_NOT_FOUND']))
  await expectGone(user)
  expect(await counted()).toBe(before - 1)
})

test('twenty reconciliations at once finish once', async () => {
  const user = await enrolled()
  await usersOf(site.store.table).beginDeletion(user, ownDeletion(user, new Date()))
  await Promise.all(Array.from({ length: 20 }, () => reconcile()))
  await expectGone(user)
})

test('a profile that changed since it was read is not deleted on its old word', async () => {
  const user = await enrolled()
  const users = usersOf(site.store.table)
  const stale = { ...user, isPremium: true }
  await expect(users.beginDeletion(stale, ownDeletion(stale, new Date()))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await users.find(user.id)).toEqual(user)
  expect(await unfinished()).not.toContain(user.id)
  expect(await entriesAbout(user)).toEqual([])
})

test('a blocked account, which is in no list, is not counted out', async () => {
  const blocked = await enrolled({ blockedAt: '2026-01-01T00:00:00.000Z' })
  const before = await counted()
  await usersOf(site.store.table).beginDeletion(blocked, ownDeletion(blocked, new Date()))
  await reconcile()
  await expectGone(blocked)
  expect(await counted()).toBe(before)
})

test('a deletion costs the read of the guard, one transaction, a query, a delete a chapter and one note', async () => {
  const user = await enrolled()
  site.store.operations.clear()
  await site.call(route, as(user))
  expect(site.store.operations.list()).toEqual([
    'GetItem',
    'TransactWriteItems',
    'Query',
    'DeleteItem',
    'DeleteItem',
    'UpdateItem',
  ])
})
