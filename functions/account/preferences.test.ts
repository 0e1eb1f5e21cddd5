import { getPersonalData, setPreferences } from '#shared/contract/account.ts'
import { claimSession, readSession, renewSession } from '#shared/contract/session.ts'
import { createUsers } from '../data/users.ts'
import { storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const choices = { hasReminders: false, track: 'SVT' }

test.each([
  { body: { track: 'SVT' }, profile: { hasReminders: true, track: 'SVT' } },
  { body: { hasReminders: false }, profile: { hasReminders: false, track: null } },
  { body: choices, profile: choices },
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
  const updatedAt = { updatedAt: user.updatedAt }
  expect(await createUsers(site.store.table).find(user.id)).toMatchObject(updatedAt)
})

test('is part of what the site stores about a student', async () => {
  const user = await storeUser(site.store.table)
  await site.call(setPreferences, { ...site.as(user), body: { track: 'PC' } })
  await site.call(setPreferences, { ...site.as(user), body: { track: 'SM' } })
  const { json } = await site.call(getPersonalData, site.as(user))
  expect(json).toMatchObject({ profile: { track: 'SM' } })
})

test.each([{ track: 'XX' }, { track: null }, { track: '' }])('refuses $track as a track', async (body) => {
  const user = await storeUser(site.store.table)
  expect((await site.call(setPreferences, { ...site.as(user), body })).status).toBe(400)
})
