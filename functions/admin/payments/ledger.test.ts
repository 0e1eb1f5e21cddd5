import { randomUUID } from 'node:crypto'
import { routes } from '#shared/contract/routes.ts'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { heldSum, MOST_HELD, sumOf } from '#shared/domain/premium/ledger.ts'
import type { LedgerLine } from '#shared/entities/ledger-entry.ts'
import type { ManagedPaymentRequest } from '#shared/entities/payment-request.ts'
import { samplePaymentInput } from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { storeCard } from '../../test-support/content.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())

const TODAY = moroccanDay(new Date())
const on = ({ id }: Pick<User, 'id'>) => ({ params: { id } })
const set = (user: User, body: object) => admin.asOwner(routes.setPremium, { ...on(user), body })
const paid = (user: User, amount: number, means = 'Espèces', reference = '') =>
  set(user, { isPremium: true, until: '2099-07-10', payment: { amount, means, reference } })
const take = (user: User, money?: string) => set(user, { isPremium: false, ...(money && { money }) })
const note = (user: User, changes: object = {}) => {
  const body = { entryId: randomUUID(), amount: 250, means: 'Espèces', receivedOn: TODAY, ...changes }
  return admin.asOwner(routes.addPayment, { ...on(user), body })
}
const cancel = (id: string) => admin.asOwner(routes.cancelPayment, { params: { id } })
const move = (user: User, email: string) =>
  admin.asOwner(routes.movePremium, { ...on(user), body: { email } })
const stored = async ({ id }: User) => (await site.stores.users.find(id)) as User

async function declare(user: User, reference = 'VIR-1') {
  const body = { ...samplePaymentInput, reference }
  return String((await site.call(routes.declarePayment, { ...site.as(user), body })).json['id'])
}
const approve = (id: string) =>
  admin.asOwner(routes.decidePaymentRequest, {
    params: { id },
    body: { decision: 'approve', until: '2099-07-10' },
  })

async function lines(...users: User[]) {
  const { json } = await admin.asOwner(routes.listPayments, {
    query: { from: '2020-01-01', to: TODAY, limit: '100' },
  })
  const ids = users.map(({ id }) => id)
  return (json['items'] as LedgerLine[]).filter(({ userId }) => ids.includes(userId))
}
const amounts = async (...users: User[]) => (await lines(...users)).map(({ amount }) => amount).toReversed()

const byAmount = (one: number, other: number) => one - other

async function useCard(user: User) {
  const { code, card } = await storeCard(site.store.table)
  await site.call(routes.redeemCard, { ...site.as(user), body: { code } })
  return card
}

type Case = [name: string, does: (user: User) => Promise<unknown>, entries: number[]]

test.each<Case>([
  [
    'a transfer, then cash with another receipt for another year',
    async (user) => {
      await paid(user, 250, 'Virement bancaire', 'V-1')
      const payment = { amount: 250, means: 'Espèces', reference: 'R-2' }
      await set(user, { isPremium: true, until: '2100-07-10', payment })
    },
    [250, 250],
  ],
  ['250, then 300', async (user) => [await paid(user, 250), await paid(user, 300)], [250, 300]],
  [
    'a request approved by mistake',
    async (user) => [await approve(await declare(user)), await take(user, 'never-received')],
    [250, -250],
  ],
  [
    'cash, Premium taken, equal cash later',
    async (user) => [await paid(user, 250), await take(user), await paid(user, 250)],
    [250, 250],
  ],
  ['the same payment sent again', async (user) => [await paid(user, 250), await paid(user, 250)], [250]],
  [
    'Premium taken by mistake and given again',
    async (user) => [await paid(user, 250), await take(user), await set(user, { isPremium: true })],
    [250],
  ],
  [
    'two payments before Premium, and their refund',
    async (user) => {
      await note(user, { amount: 100 })
      await note(user, { amount: 150, until: '2099-07-10' })
      await take(user, 'refunded')
    },
    [100, 150, -150, -100],
  ],
  ['two equal payments in cash', async (user) => [await note(user), await note(user)], [250, 250]],
  [
    'a refund of two payments, of which one was cancelled',
    async (user) => {
      await paid(user, 250)
      const { json } = await note(user, { amount: 99.5 })
      await cancel(String(json['id']))
      await take(user, 'refunded')
    },
    [250, 99.5, -99.5, -250],
  ],
  [
    'a card, undone',
    async (user) => {
      const card = await useCard(user)
      await admin.asOwner(routes.undoCard, { params: { id: card.id } })
    },
    [250, -250],
  ],
])('the ledger tells %s', async (_, does, entries) => {
  const user = await site.enrol()
  await does(user)
  expect((await amounts(user)).toSorted(byAmount)).toEqual(entries.toSorted(byAmount))
})

test('the deletion of an account leaves its entries, without an address', async () => {
  const user = await site.enrol()
  await paid(user, 250)
  expect(await lines(user)).toMatchObject([{ email: user.email, receivedOn: TODAY, kind: 'payment' }])
  await site.call(routes.deleteAccount, site.as(user))
  expect(await lines(user)).toMatchObject([{ email: null, amount: 250 }])
})

test('a reference of a deleted account is still pointed out', async () => {
  const [first, second] = [await site.enrol(), await site.enrol()]
  await approve(await declare(first, 'VIR 77-88'))
  await site.call(routes.deleteAccount, site.as(first))
  const id = await declare(second, 'vir7788')
  const { json } = await admin.asOwner(routes.listPaymentRequests, { query: { search: id.slice(-4) } })
  const [request] = json['items'] as ManagedPaymentRequest[]
  expect(request?.sameReference).toEqual([{ email: null, date: expect.any(String) }])
})

test('the same id is the same payment, however often and at once; another body is refused', async () => {
  const user = await site.enrol()
  const body = {
    entryId: randomUUID(),
    amount: 250,
    means: 'Espèces',
    receivedOn: TODAY,
    until: '2099-07-10',
  }
  expect(await admin.atOnce(20, routes.addPayment, { ...on(user), body })).toEqual({ 201: 20 })
  expect(
    (await admin.asOwner(routes.addPayment, { ...on(user), body: { ...body, amount: 200 } })).status,
  ).toBe(409)
  expect(
    (await admin.asOwner(routes.addPayment, { ...on(user), body: { ...body, until: null } })).status,
  ).toBe(409)
  const payment = { amount: 250, means: 'Espèces', entryId: randomUUID() }
  const other = { isPremium: true, payment: { ...payment, amount: 200 } }
  expect(
    await admin.atOnce(5, routes.setPremium, { ...on(user), body: { isPremium: true, payment } }),
  ).toEqual({ 200: 5 })
  expect((await set(user, other)).status).toBe(409)
  expect(await amounts(user)).toEqual([250, 250])
  expect(await stored(user)).toMatchObject({ isPremium: true, premiumUntil: '2099-07-10' })
})

test('a move takes Premium and its payments along, and neither account keeps what it had', async () => {
  const [user, other] = [await site.enrol(), await site.enrol()]
  await note(user, { receivedOn: daysBefore(TODAY, 40), until: '2099-07-10' })
  const { status, json } = await move(user, other.email)
  expect({ status, ...json }).toMatchObject({
    status: 200,
    from: { isPremium: false, payment: null, heldDh: 0 },
    to: { isPremium: true, premiumLastDay: '2099-07-10', payment: { amount: 250 }, heldDh: 250 },
  })
  expect((await lines(user, other)).map(({ receivedOn }) => receivedOn)).toEqual(
    Array(3).fill(daysBefore(TODAY, 40)),
  )
  for (const { email } of [user, other])
    expect(await admin.listEntries(email)).toContainEqual(
      expect.objectContaining({ action: 'UPDATE_PREMIUM' }),
    )
})

test('as many payments as an account may have are moved and given back as one, and one more is refused', async () => {
  const [user, other] = [await site.enrol(), await site.enrol()]
  for (let count = 0; count < MOST_HELD; count += 1) await note(user, { amount: 1, until: '2099-07-10' })
  expect((await note(user, { until: '2099-07-10' })).status).toBe(409)
  expect((await move(user, other.email)).status).toBe(200)
  expect((await take(other, 'refunded')).status).toBe(200)
  expect(heldSum(await stored(other))).toBe(0)
})

test.each([
  { field: 'amount', value: -1, more: { message: 'Le montant doit être un nombre de 1 à 100 000' } },
  { field: 'amount', value: 0 },
  { field: 'amount', value: 12.345 },
  { field: 'amount', value: 100_001 },
  { field: 'receivedOn', value: daysBefore(TODAY, -2) },
  { field: 'receivedOn', value: '2019-12-31' },
  { field: 'until', value: '2098-01-01' },
  { field: 'until', value: '2020-01-01' },
  { field: 'entryId', value: 'x' },
])('$field $value is refused at its field, and nothing is written', async ({ field, value, more }) => {
  const user = await site.enrol({ isPremium: true, premiumUntil: '2099-07-10' })
  const { status, json } = await note(user, { [field]: value })
  expect({ status, errors: json['errors'] }).toMatchObject({
    status: 400,
    errors: [{ path: field, ...more }],
  })
  expect(await amounts(user)).toEqual([])
  expect(await stored(user)).toEqual(user)
})

test('Premium is not moved to oneself, to a blocked, deleted, unknown or Premium address, nor without it', async () => {
  const people = [await site.enrol(), await site.enrol(), await site.enrol(), await site.enrol()] as const
  const [user, blocked, premium, deleted] = people
  await site.call(routes.deleteAccount, site.as(deleted))
  expect((await move(user, blocked.email)).status).toBe(409)
  for (const each of [user, premium]) await paid(each, 250)
  await admin.asOwner(routes.blockEmail, { body: { email: blocked.email, reason: 'Fraude' } })
  const answers = []
  const addresses = [user.email, blocked.email, deleted.email, 'inconnu@exemple.test', premium.email]
  for (const email of addresses) {
    const { status, json } = await move(user, email)
    answers.push([status, json['errors']])
  }
  expect(answers).toEqual(
    [
      [400, 'Ce compte est celui que vous modifiez'],
      [404, 'Ce compte est bloqué'],
      [404, "Aucun compte n'a cette adresse"],
      [404, "Aucun compte n'a cette adresse"],
      [409, 'Ce compte est déjà Premium'],
    ].map(([status, message]) => [status, [{ path: 'email', message }]]),
  )
  expect(await amounts(user, premium)).toEqual([250, 250])
})

test('a refund that did not happen is cancelled, a cancelled payment is not, and each is repeated without harm', async () => {
  const user = await site.enrol()
  await paid(user, 250)
  const [payment] = await lines(user)
  await take(user, 'refunded')
  const refund = (await lines(user)).find(({ kind }) => kind === 'refund')
  expect((await cancel(payment?.id ?? '')).status).toBe(409)
  for (const _ of [1, 2]) expect((await cancel(refund?.id ?? '')).status).toBe(204)
  expect(sumOf(await lines(user))).toBe(250)
  for (const _ of [1, 2]) expect((await cancel(payment?.id ?? '')).status).toBe(204)
  expect(sumOf(await lines(user))).toBe(0)
  expect((await cancel('unknown')).status).toBe(404)
})

type At = { user: User; other: User; request: string; payment: string }

/** Races of an account that has paid 250 and has declared another payment of 250. */
test.each<[name: string, runs: (at: At) => Promise<unknown>[], sums: number[]]>([
  ['approval twice', ({ request }) => [approve(request), approve(request)], [500]],
  ['approval, move', ({ user, other, request }) => [approve(request), move(user, other.email)], [500]],
  ['cancellation, refund', ({ user, payment }) => [cancel(payment), take(user, 'refunded')], [0]],
  ['refund, move', ({ user, other }) => [take(user, 'refunded'), move(user, other.email)], [0, 250]],
  ['card, payment', ({ user }) => [useCard(user), note(user, { until: '2099-07-10' })], [750]],
])('%s at once: the ledger holds what happened', { repeats: isLongRun ? 20 : 0 }, async (_, runs, sums) => {
  const [user, other] = [await site.enrol(), await site.enrol()]
  const request = await declare(user)
  await paid(user, 250)
  const [payment] = await lines(user)
  await Promise.all(runs({ user, other, request, payment: payment?.id ?? '' }))
  const sum = sumOf(await lines(user, other))
  expect(sums).toContain(sum)
  expect(heldSum(await stored(user)) + heldSum(await stored(other))).toBe(sum)
})
