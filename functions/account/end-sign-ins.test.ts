import { endSignIns as route } from '#shared/contract/account.ts'
import { listProgress } from '#shared/contract/progress.ts'
import { claimSession, clearSession, readSession, renewSession } from '#shared/contract/session.ts'
import type { User } from '#shared/entities/user.ts'
import { createUsers } from '../data/users.ts'
import { setClock } from '../test-support/clock.ts'
import type { Answer } from '../test-support/gateway.ts'
import { leaseFixture, storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const now = new Date('2026-03-01T10:00:00.900Z')
const SECOND = Date.parse('2026-03-01T10:00:00Z') / 1000
beforeEach(() => setClock(now))
afterEach(() => setClock(null))

const student = () => storeUser(site.store.table, { lease: leaseFixture(now) })
const signedInAt = ({ id }: User, auth_time: number | undefined) => site.userPool.token(id, { auth_time })
const stored = ({ id }: User) => createUsers(site.store.table).find(id)

/** Returns the answers to every call that a copied token could serve for, with the session of that time. */
async function attempts(token: string, sessionId: string | undefined): Promise<Answer[]> {
  const as = { token, sessionId }
  return [
    await site.call(readSession, as),
    await site.call(renewSession, as),
    await site.call(claimSession, { ...as, body: {} }),
    await site.call(claimSession, { ...as, body: { sessionId } }),
    await site.call(listProgress, { ...as, query: { track: 'SM' } }),
    await site.call(route, as),
    await site.call(clearSession, as),
    await site.call(clearSession, { token }),
  ]
}

test('ends earlier sign-ins, also with a copied or refreshed token', async () => {
  const user = await student()
  const sessionId = user.lease?.id
  const signedIn = SECOND - 600
  const copied = signedInAt(user, signedIn)
  expect((await site.call(readSession, { token: copied, sessionId })).status).toBe(200)
  expect(await site.call(route, { token: copied, sessionId })).toMatchObject({ status: 204, text: '' })
  expect(await stored(user)).toEqual({ ...user, lease: null, signInsFrom: SECOND })

  // A refreshed token is issued later and keeps the time of the sign-in; a token without a time counts as the oldest
  // sign-in.
  const refreshed = site.userPool.token(user.id, { auth_time: signedIn, iat: SECOND + 600 })
  for (const token of [copied, refreshed, signedInAt(user, SECOND - 1), signedInAt(user, undefined)])
    for (const { status, json } of await attempts(token, sessionId))
      expect({ status, code: json.code }).toEqual({ status: 401, code: 'AUTHENTICATION_REQUIRED' })
  expect(await stored(user)).toEqual({ ...user, lease: null, signInsFrom: SECOND })
})

test.each([SECOND, SECOND + 1])(
  'who signs in anew at %d goes on, and the earlier token stays out',
  async (at) => {
    const user = await student()
    const before = { token: signedInAt(user, SECOND - 600), sessionId: user.lease?.id }
    await site.call(route, before)
    const token = signedInAt(user, at)
    const claimed = await site.call(claimSession, { token, body: {} })
    expect(claimed).toMatchObject({ status: 200, json: { reused: false } })
    const sessionId = String(claimed.json.sessionId)
    // The id of the new session does not help either.
    for (const { status } of await attempts(before.token, sessionId)) expect(status).toBe(401)
    expect((await site.call(renewSession, { token, sessionId })).status).toBe(200)
    expect((await site.call(clearSession, { token, sessionId })).status).toBe(204)
    expect((await stored(user))?.lease).toBeNull()
  },
)
