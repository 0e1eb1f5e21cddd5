import { setPreferences } from '#shared/contract/account.ts'
import { claimSession, readSession, renewSession } from '#shared/contract/session.ts'
import { storeUser } from '../test-support/people.ts'
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
