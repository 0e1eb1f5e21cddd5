import { claimSession, clearSession, readSession, renewSession } from '#shared/contract/session.ts'
import type { User } from '#shared/entities/user.ts'
import { PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const as = ({ id }: User, sessionId?: string) => ({ token: site.userPool.token(id), sessionId })

test('claims, renews, reads and clears a session', async () => {
  const user = await storeUser(site.store.table, { lease: null })
  const claimed = await site.call(claimSession, as(user))
  expect(claimed).toMatchObject({ status: 200, json: { reused: false } })
  const sessionId = String(claimed.json.sessionId)

  const read = await site.call(readSession, as(user, sessionId))
  const profile = {
    id: user.id,
    email: user.email,
    isPremium: false,
    premiumUntil: null,
    premiumLastDay: null,
    isAdmin: false,
    isOwner: false,
    isPrimaryOwner: false,
    hasReminders: true,
    hasAnswerMails: true,
    hasNewAnswer: false,
    lastReadAt: null,
    track: null,
    minutesADay: 45,
    hasSecondFactor: false,
    openPaymentRequest: null,
    createdAt: user.createdAt,
  }
  const { lastActive } = claimed.json
  expect(claimed.json).toEqual({ sessionId, lastActive, reused: false, profile })
  expect(read.json).toEqual({ active: true, lastActive, profile })

  const renewed = await site.call(renewSession, as(user, sessionId))
  expect(renewed.json).toEqual({ ...read.json, lastActive: expect.any(String) })
  expect(String(renewed.json.lastActive) >= String(claimed.json.lastActive)).toBe(true)

  expect(await site.call(clearSession, as(user, sessionId))).toMatchObject({ status: 204, text: '' })
  expect((await site.call(readSession, as(user, sessionId))).json.code).toBe('SESSION_INACTIVE')
})

test('ends the sign-in everywhere when signing out, and may be repeated', async () => {
  const user = await storeUser(site.store.table)
  const copied = as(user, user.lease?.id)
  for (let times = 0; times < 2; times += 1) expect((await site.call(clearSession, copied)).status).toBe(204)
  for (const answer of [
    await site.call(claimSession, { ...copied, body: {} }),
    await site.call(claimSession, { ...copied, body: { sessionId: user.lease?.id } }),
    await site.call(readSession, copied),
    await site.call(renewSession, copied),
  ])
    expect(answer).toMatchObject({ status: 401, json: { code: 'AUTHENTICATION_REQUIRED' } })
  expect((await site.call(claimSession, { ...as(user), body: {} })).status).toBe(200)
})

test.each([
  [
    { isPremium: true, premiumUntil: '2020-01-01' },
    { isPremium: false, premiumLastDay: '2020-01-01' },
  ],
  [
    { isAdmin: true, email: PRIMARY_OWNER },
    { isAdmin: true, isOwner: true, isPrimaryOwner: true },
  ],
])('answers an account with %o the profile %o', async (changes, profile) => {
  const user = await storeUser(site.store.table, changes)
  const sessionId = user.lease?.id
  const read = await site.call(readSession, as(user, sessionId))
  const claimed = await site.call(claimSession, { ...as(user), body: { sessionId } })
  for (const { json } of [read, claimed]) expect(json).toMatchObject({ profile })
})
