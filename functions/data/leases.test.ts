import { randomUUID } from 'node:crypto'
import { testBrowser } from '../test-support/browser.ts'
import { claimantFixture, leaseFixture, storeUser } from '../test-support/people.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { userKey } from './keys.ts'
import { createLeases } from './leases.ts'
import { update } from './table/write.ts'
import { createUsers } from './users.ts'

let store: TestTable
let leases: ReturnType<typeof createLeases>
let users: ReturnType<typeof createUsers>
beforeAll(async () => {
  store = await startTable()
  leases = createLeases(store.table)
  users = createUsers(store.table)
})
afterAll(() => store.stop())

const now = new Date('2026-03-01T10:00:00.000Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
const by = (userId: string, after = 0, signInId: string | null = randomUUID()) =>
  claimantFixture(userId, { signedInAt: now.getTime() / 1000 + after, signInId })
const leaseOf = (thumbprint: string, idle: number) => ({ ...leaseFixture(new Date(ago(idle))), thumbprint })
const fresh = (ownSessionId?: string) => {
  return { ownSessionId, newSessionId: randomUUID(), deviceChangesPerDay: 12 }
}

test.each([
  { idle: 5, names: 'no session id', own: () => undefined },
  { idle: 5, names: 'another session id', own: () => randomUUID() },
  { idle: 59.999, names: 'its session id', own: (id?: string) => id },
  { idle: 3_600, names: 'its session id', own: (id?: string) => id },
])('the browser that holds the lease claims it again after $idle s with $names', async ({ idle, own }) => {
  const { id, lease } = await storeUser(store.table, { lease: leaseOf(testBrowser.thumbprint, idle) })
  expect(await leases.claimLease(by(id), fresh(own(lease?.id)), now)).toMatchObject({
    user: { id, lease: { ...lease, lastActive: now.toISOString() } },
    reused: true,
  })
})

test('a session id without a lease claims a stale one under a new id, and never a live one', async () => {
  const stale = await storeUser(store.table, { lease: leaseOf('another', 61) })
  const live = await storeUser(store.table, { lease: leaseOf('another', 1) })
  const ids = fresh(randomUUID())
  expect(await leases.claimLease(by(stale.id), ids, now)).toEqual({
    user: {
      ...stale,
      lease: expect.objectContaining({ ...leaseOf(testBrowser.thumbprint, 0), id: ids.newSessionId }),
      deviceChanges: { holder: testBrowser.thumbprint, browser: by('').browser, day: '2026-03-01', count: 0 },
    },
    reused: false,
    isDeviceChange: false,
  })
  const refused = { code: 'SESSION_ALREADY_ACTIVE' }
  await expect(leases.claimLease(by(live.id), ids, now)).rejects.toMatchObject(refused)
})

test.each(['another', ''])(
  'a lease whose key is "%s" is neither renewed nor cleared by the one who knows its id',
  async (thumbprint) => {
    const user = await storeUser(store.table, { lease: leaseOf(thumbprint, 5) })
    const refused = { code: 'SESSION_INACTIVE' }
    await expect(leases.renewLease(by(user.id), user.lease?.id ?? '', now)).rejects.toMatchObject(refused)
    await expect(leases.clearLease(by(user.id), user.lease?.id ?? '')).rejects.toMatchObject(refused)
    expect(await users.find(user.id)).toEqual(user)
  },
)

test('a live lease without a thumbprint, of an earlier version, can be claimed', async () => {
  const { id, lease } = await storeUser(store.table)
  await update(store.table, userKey(id), { set: { lease: { id: lease?.id, lastActive: now.toISOString() } } })
  const ids = fresh(lease?.id)
  const claimed = { lease: { id: ids.newSessionId, thumbprint: testBrowser.thumbprint } }
  expect(await leases.claimLease(by(id), ids, now)).toMatchObject({ user: claimed, reused: false })
})

test('a heartbeat renews a stale lease that was not taken over, and no lease of another session', async () => {
  const user = await storeUser(store.table, { lease: leaseOf(testBrowser.thumbprint, 7200) })
  const refused = { code: 'SESSION_INACTIVE' }
  await expect(leases.renewLease(by(user.id), randomUUID(), now)).rejects.toMatchObject(refused)
  await leases.renewLease(by(user.id), user.lease?.id ?? '', now)
  expect((await users.find(user.id))?.lease?.lastActive).toBe(now.toISOString())
})

const over = { code: 'AUTHENTICATION_REQUIRED' }

test('a sign-in that has signed out is refused for good, and no other one, not even of the same second', async () => {
  const user = await storeUser(store.table)
  const signIn = by(user.id)
  const sessionId = user.lease?.id ?? ''
  store.operations.clear()
  await leases.clearLease(signIn, sessionId)
  expect(store.operations.list()).toEqual(['UpdateItem'])
  for (const ownSessionId of [undefined, sessionId])
    await expect(leases.claimLease(signIn, fresh(ownSessionId), now)).rejects.toMatchObject(over)
  // The session id of the next sign-in does not help either.
  const next = await leases.claimLease(by(user.id), fresh(), now)
  expect(next.reused).toBe(false)
  await expect(leases.renewLease(signIn, next.user.lease.id, now)).rejects.toMatchObject(over)
  await leases.clearLease(signIn, next.user.lease.id)
  expect(await users.find(user.id)).toEqual(next.user)
})

describe('after all sign-ins were ended', () => {
  const ended = () => storeUser(store.table, { signInsFrom: now.getTime() / 1000 })

  test.each([-1, -86_400, -now.getTime() / 1000])(
    'one of %d s later neither claims nor renews nor clears',
    async (after) => {
      const user = await ended()
      const earlier = by(user.id, after)
      const sessionId = user.lease?.id ?? ''
      for (const ownSessionId of [undefined, sessionId, randomUUID()])
        await expect(leases.claimLease(earlier, fresh(ownSessionId), now)).rejects.toMatchObject(over)
      await expect(leases.renewLease(earlier, sessionId, now)).rejects.toMatchObject(over)
      for (const id of [sessionId, randomUUID()])
        await expect(leases.clearLease(earlier, id)).rejects.toMatchObject(over)
      expect(await users.find(user.id)).toEqual(user)
    },
  )

  test.each([0, 1])('a sign-in of %d s later claims, renews and clears', async (after) => {
    const { id, lease: session } = await ended()
    const signIn = by(id, after)
    await leases.renewLease(signIn, session?.id ?? '', now)
    await leases.clearLease(signIn, session?.id ?? '')
    expect((await leases.claimLease(by(id, after), fresh(), now)).reused).toBe(false)
  })
})
