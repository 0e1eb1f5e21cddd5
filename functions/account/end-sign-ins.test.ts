import { endSignIns as route } from '#shared/contract/account.ts'
import { listProgress } from '#shared/contract/progress.ts'
import { claimSession, clearSession, readSession, renewSession } from '#shared/contract/session.ts'
import type { User } from '#shared/entities/user.ts'
import { createUsers } from '../data/users.ts'
import { setClock } from '../test-support/clock.ts'
import type { Answer } from '../test-support/gateway.ts'
import { leaseFixture, storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
afterAll(() => site.stop())

const now = new Date('2026-03-01T10:00:00.900Z')
const SECOND = Date.parse('2026-03-01T10:00:00Z') / 1000
beforeEach(() => setClock(now))
afterEach(() => setClock(null))

const student = () => storeUser(site.store.table, { lease: leaseFixture(now) })
const signedInAt = ({ id }: User, auth_time: number | undefined) => site.userPool.token(id, { auth_time })
const stored = ({ id }: User) => createUsers(site.store.table).find(id)

/** Sends every call that a copied token could serve for, with the session of that time. */
function attempt(token: string, sessionId: string | undefined): Promise<Answer[]> {
  const as = { token, sessionId }
  return Promise.all([
    site.call(readSession, as),
    site.call(renewSession, as),
    site.call(claimSession, { ...as, body: {} }),
    site.call(claimSession, { ...as, body: { sessionId } }),
    site.call(listProgress, { ...as, query: { track: 'SM' } }),
    site.call(route, as),
    site.call(clearSession, as),
    site.call(clearSession, { token }),
  ])
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
    for (const { status, json } of await attempt(token, sessionId))
      expect({ status, code: json.code }).toEqual({ status: 401, code: 'AUTHENTICATION_REQUIRED' })
  expect(await stored(user)).toEqual({ ...user, lease: null, signInsFrom: SECOND })
})
