import { randomUUID } from 'node:crypto'
import type { PremiumEnd } from '#shared/contract/admin/users.ts'
import { routes } from '#shared/contract/routes.ts'
import { endOfDay } from '#shared/domain/days/moroccan-day.ts'
import { samplePaymentInput } from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { PRIMARY_OWNER, storeUser } from '../../test-support/people.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())

const OFFER_END = endOfDay('2099-07-10').toISOString()
const BLOCKED = { blockedAt: '2026-01-01T00:00:00.000Z' }
const on = ({ id }: Pick<User, 'id'>) => ({ params: { id } })
const set = (user: Pick<User, 'id'>, body: object) => admin.asOwner(routes.setPremium, { ...on(user), body })

describe('Premium', () => {
  test('is given until the end of the offer and taken again, each with its audit entry', async () => {
    const user = await storeUser(site.store.table)
    const given = await set(user, { isPremium: true })
    const shown = { isPremium: true, premiumUntil: OFFER_END, premiumLastDay: '2099-07-10' }
    expect(given.json).toMatchObject({ id: user.id, email: user.email, ...shown })
    expect((await admin.asOwner(routes.getUser, on(user))).json).toEqual(given.json)
    const taken = await set(user, { isPremium: false })
    expect(taken.json).toMatchObject({ isPremium: false, premiumUntil: null, premiumLastDay: null })
    expect(await admin.listEntries(user.email)).toMatchObject([
      {
        action: 'UPDATE_PREMIUM',
        actor: { email: PRIMARY_OWNER },
        before: { isPremium: true, premiumUntil: '2099-07-10' },
        after: { isPremium: false, premiumUntil: null },
      },
      { before: { isPremium: false, premiumUntil: null }, after: { isPremium: true } },
    ])
  })

  test('is given until a day and for a payment, and both can be changed', async () => {
    const user = await storeUser(site.store.table)
    const payment = { amount: 250, means: 'Virement', reference: 'V-17' }
    const given = await set(user, { isPremium: true, until: '2098-06-30', payment })
    expect(given.json).toMatchObject({ isPremium: true, premiumLastDay: '2098-06-30', payment })
    expect((await set(user, { isPremium: true })).json).toEqual(given.json)
    const cash = { amount: 200, means: 'Espèces', reference: '' }
    await set(user, { isPremium: true, until: null, payment: cash })
    expect(await admin.listEntries(user.email)).toMatchObject([
      { before: { premiumUntil: '2098-06-30', payment }, after: { premiumUntil: null, payment: cash } },
      { before: { isPremium: false, payment: null }, after: { isPremium: true, payment } },
    ])
  })

  test.each([
    { changes: { until: '2020-01-01' }, path: 'until', message: 'Cette date est déjà passée' },
    { changes: { until: '30/06/2027' }, path: 'until', message: 'Veuillez entrer une date valide' },
    { changes: { until: '2098-02-30' }, path: 'until', message: 'Veuillez entrer une date valide' },
    { changes: { until: '+010000-01-01' }, path: 'until', message: 'Veuillez entrer une date valide' },
    { changes: { payment: { amount: -1, means: 'Virement' } }, path: 'payment.amount' },
  ])('is refused with $changes, and nothing changes', async ({ changes, path, message }) => {
    const user = await storeUser(site.store.table)
    const { status, json } = await set(user, { isPremium: true, ...changes })
    const errors: unknown = [{ path, message: message ?? 'Le montant doit être un nombre de 0 à 100 000' }]
    expect({ status, errors: json.errors }).toEqual({ status: 400, errors })
    expect(await site.stores.users.find(user.id)).toEqual(user)
  })

  test('is counted by its last day in Morocco while its flag is set, without blocked accounts', async () => {
    const ends = async () => (await admin.asOwner(routes.listPremiumEnds)).json.items as PremiumEnd[]
    const endless = (items: PremiumEnd[]) => items.find(({ lastDay }) => lastDay === null)?.accounts ?? 0
    const before = endless(await ends())
    // Earlier versions stored and imported it as an instant.
    const instants = ['2097-07-10T23:00:00.000Z', '2097-07-10T12:00:00.000Z']
    for (const premiumUntil of ['2018-07-10', '2097-07-10', null, ...instants])
      await storeUser(site.store.table, { isPremium: true, premiumUntil })
    await storeUser(site.store.table, { isPremium: true, premiumUntil: '2097-07-10', ...BLOCKED })
    const after = await ends()
    expect(after.filter(({ lastDay }) => /^2018|^2097/.test(lastDay ?? ''))).toEqual([
      { lastDay: '2018-07-10', accounts: 1 },
      { lastDay: '2097-07-10', accounts: 3 },
    ])
    expect(after.at(-1)).toEqual({ lastDay: null, accounts: before + 1 })
  })
})

test('the deletion of a user leaves nothing but its audit entry', async () => {
  const user = await site.enrol({ isPremium: true, premiumUntil: '2099-07-10' })
  expect(await admin.asOwner(routes.deleteUser, on(user))).toMatchObject({ status: 204, text: '' })
  expect(await site.stores.users.find(user.id)).toBeNull()
  expect(site.userPool.accounts.find(user.id)).toBeNull()
  expect((await admin.asOwner(routes.deleteUser, on(user))).json.code).toBe('NOT_FOUND')
  expect((await admin.asOwner(routes.listUsers, { query: { search: user.email } })).json.items).toEqual([])
  expect((await site.call(routes.readSession, site.as(user))).json.code).toBe('PROFILE_NOT_FOUND')
  const before = { isPremium: true, premiumUntil: '2099-07-10', payment: null }
  expect(await admin.listEntries(user.email)).toMatchObject([{ action: 'DELETE_USER', before, after: null }])
})

test('a session is diagnosed and released, so that another device is admitted at once', async () => {
  const user = await storeUser(site.store.table)
  const lastActive = user.lease?.lastActive
  const live = await admin.asOwner(routes.diagnoseSession, on(user))
  expect(live.json).toEqual({ active: true, lastActive, secondsLeft: expect.any(Number) })
  expect((await admin.asOwner(routes.releaseSession, on(user))).status).toBe(204)
  const gone = { active: false, lastActive: null, secondsLeft: null }
  expect((await admin.asOwner(routes.diagnoseSession, on(user))).json).toEqual(gone)
  expect((await site.call(routes.renewSession, site.as(user))).json.code).toBe('SESSION_INACTIVE')
  const claim = { token: site.userPool.token(user.id), body: {} }
  expect((await site.call(routes.claimSession, claim)).status).toBe(200)
  const entry = { action: 'DELETE_SESSION', before: { lastActive }, after: null }
  expect(await admin.listEntries(user.email)).toMatchObject([entry])
})

test('an unknown or blocked user is not found', async () => {
  for (const user of [await storeUser(site.store.table, BLOCKED), { id: randomUUID() }]) {
    for (const route of [routes.getUser, routes.diagnoseSession, routes.releaseSession])
      expect((await admin.asOwner(route, on(user))).json.code).toBe('NOT_FOUND')
    expect((await set(user, { isPremium: true })).json.code).toBe('NOT_FOUND')
  }
})

describe('the list of users', () => {
  const TODAY = new Date()
  const day = (later: number) => new Date(TODAY.getTime() + later * 86_400_000).toISOString().slice(0, 10)
  /** The accounts of the tests, newest first, with the end of their Premium; what is blocked is in no list. */
  const ENDS = {
    payante: null,
    finissante: day(30),
    finie: day(-1),
    libre: undefined,
    demandeuse: undefined,
    bloquee: null,
  }
  const users = new Map<string, User>()
  const declare = async (user: User) =>
    String(
      (await site.call(routes.declarePayment, { ...site.as(user), body: samplePaymentInput })).json['id'],
    )
  beforeAll(async () => {
    for (const [at, [name, end]] of Object.entries(ENDS).entries()) {
      const createdAt = new Date(TODAY.getTime() - at * 60_000).toISOString()
      const premium = end === undefined ? {} : { isPremium: true, premiumUntil: end }
      users.set(name, await site.enrol({ email: `${name}@liste.test`, createdAt, ...premium }))
    }
    for (const name of ['finie', 'demandeuse']) await declare(users.get(name) as User)
    await admin.asOwner(routes.blockEmail, { body: { email: 'bloquee@liste.test', reason: 'Fraude' } })
  })
  const list = async (query: Record<string, string>) => {
    const { json } = await admin.asOwner(routes.listUsers, { query: { search: 'LISTE', ...query } })
    const names = (json['items'] as User[]).map(({ email }) => email.split('@')[0])
    return { names, total: json['total'], nextCursor: json['nextCursor'] }
  }

  test.each([
    { state: 'premium', names: ['payante', 'finissante'] },
    { state: 'ending', names: ['finissante'] },
    { state: 'ended', names: ['finie'] },
    { state: 'never', names: ['libre', 'demandeuse'] },
    { state: 'request', names: ['finie', 'demandeuse'] },
  ])('has the part $state, newest first, with its number', async ({ state, names }) => {
    expect(await list({ state })).toEqual({ names, total: names.length, nextCursor: null })
  })
})
