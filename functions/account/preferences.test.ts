import { endSignIns, setPreferences } from '#shared/contract/account.ts'
import { claimSession, readSession, renewSession } from '#shared/contract/session.ts'
import { setClock } from '../test-support/clock.ts'
import { leaseFixture, storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
afterAll(() => site.stop())

test.each([
  { body: { track: 'SVT' }, profile: { hasReminders: true, track: 'SVT', minutesADay: 45 } },
  { body: { minutesADay: 90 }, profile: { minutesADay: 90 } },
  { body: { hasReminders: false }, profile: { hasReminders: false, track: null } },
  { body: {}, profile: { hasReminders: true, track: null } },
])('stores the choices $body and leaves the others', async ({ body, profile }) => {
  const user = await storeUser(site.store.table)
  for (let times = 0; times < 2; times += 1)
    expect(await site.call(setPreferences, { ...site.as(user), body })).toMatchObject({
      status: 200,
      json: { profile },
    })
  for (const route of [readSession, renewSession])
    expect(await site.call(route, site.as(user))).toMatchObject({ status: 200, json: { profile } })
  const claimed = await site.call(claimSession, { ...site.as(user), body: { sessionId: user.lease?.id } })
  expect(claimed).toMatchObject({ status: 200, json: { profile } })
  expect((await site.stores.users.find(user.id))?.updatedAt).toBe(user.updatedAt)
})

test.each([{ track: 'XX' }, { track: null }, { minutesADay: 50 }])('refuses the choice %o', async (body) => {
  const user = await storeUser(site.store.table)
  expect((await site.call(setPreferences, { ...site.as(user), body })).status).toBe(400)
})

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
  expect(await site.call(endSignIns, { token: copied, sessionId })).toMatchObject({ status: 204, text: '' })
  const ended = { ...user, lease: null, signInsFrom: SECOND }
  expect(await site.stores.users.find(user.id)).toEqual(ended)

  // A refreshed token is issued later and keeps the time of the sign-in; one without a time counts as the oldest.
  const refreshed = signedInAt(SECOND - 600, SECOND + 600)
  for (const token of [copied, refreshed, signedInAt(SECOND - 1), signedInAt(undefined)])
    for (const called of [readSession, renewSession, endSignIns])
      expect((await site.call(called, { token, sessionId })).json.code).toBe('AUTHENTICATION_REQUIRED')
  const anew = { token: signedInAt(SECOND), body: {} }
  expect(await site.call(claimSession, anew)).toMatchObject({ status: 200, json: { reused: false } })
})
