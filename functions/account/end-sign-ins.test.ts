import { endSignIns as route } from '#shared/contract/account.ts'
import { claimSession, readSession, renewSession } from '#shared/contract/session.ts'
import { setClock } from '../test-support/clock.ts'
import { leaseFixture, storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
afterAll(() => site.stop())

const now = new Date('2026-03-01T10:00:00.900Z')
const SECOND = Date.parse('2026-03-01T10:00:00Z') / 1000
beforeEach(() => setClock(now))
afterEach(() => setClock(null))

test('ends earlier sign-ins, also with a copied or refreshed token', async () => {
  const user = await storeUser(site.store.table, { lease: leaseFixture(now) })
  const sessionId = user.lease?.id
  const signedInAt = (auth_time: number | undefined, iat?: number) =>
    site.userPool.token(user.id, { auth_time, ...(iat && { iat }) })
  const copied = signedInAt(SECOND - 600)
  expect((await site.call(readSession, { token: copied, sessionId })).status).toBe(200)
  expect(await site.call(route, { token: copied, sessionId })).toMatchObject({ status: 204, text: '' })
  const ended = { ...user, lease: null, signInsFrom: SECOND }
  expect(await site.stores.users.find(user.id)).toEqual(ended)

  // A refreshed token is issued later and keeps the time of the sign-in; one without a time counts as the oldest.
  const refreshed = signedInAt(SECOND - 600, SECOND + 600)
  for (const token of [copied, refreshed, signedInAt(SECOND - 1), signedInAt(undefined)])
    for (const called of [readSession, renewSession, route])
      expect((await site.call(called, { token, sessionId })).json.code).toBe('AUTHENTICATION_REQUIRED')
  const anew = { token: signedInAt(SECOND), body: {} }
  expect(await site.call(claimSession, anew)).toMatchObject({ status: 200, json: { reused: false } })
})
