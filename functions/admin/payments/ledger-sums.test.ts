import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { routes } from '#shared/contract/routes.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { heldSum, sumOf } from '#shared/domain/premium/ledger.ts'
import type { LedgerLine } from '#shared/entities/ledger-entry.ts'
import {
  type ManagedPaymentRequest,
  paymentRequestNumber,
  samplePaymentInput,
} from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { COSTLY_RUNS } from '#shared/test-support/runs.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { storeCard } from '../../test-support/content.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())

const TODAY = moroccanDay(new Date())
const on = ({ id }: User) => ({ params: { id } })

async function lines(users: readonly User[]): Promise<LedgerLine[]> {
  const { items } = await site.stores.ledger.list({ from: TODAY, to: TODAY, limit: 1_000 })
  const ids = users.map(({ id }) => id)
  return items.filter(({ userId }) => ids.includes(userId)).map((entry) => ({ ...entry, email: null }))
}

/**
 * The teacher's own list, beside the site: each amount that changed hands, and for each of the two accounts whether it is
 * Premium and what its present Premium, or in advance its next one, was paid with.
 */
type Notebook = { money: number[]; accounts: [Paid, Paid] }
type Paid = { isPremium: boolean; isAdvance: boolean; payments: number[] }
const NOTHING: Paid = { isPremium: false, isAdvance: false, payments: [] }
type Step = (users: readonly [User, User], at: 0 | 1, amount: number, notebook: Notebook) => Promise<void>

/** Payments after Premium was taken belong to another Premium, as do those in advance of it. */
function pay({ money, accounts }: Notebook, at: 0 | 1, amount: number, givesPremium = true): void {
  const { isPremium, isAdvance, payments } = accounts[at]
  money.push(amount)
  const all = isPremium || isAdvance ? [...payments, amount] : [amount]
  accounts[at] = {
    isPremium: isPremium || givesPremium,
    isAdvance: !isPremium && !givesPremium,
    payments: all,
  }
}

const take =
  (fate: 'kept' | 'refunded' | 'never-received'): Step =>
  async (users, at, _, { money, accounts }) => {
    const body = { isPremium: false, money: fate }
    const { status } = await admin.asOwner(routes.setPremium, { ...on(users[at]), body })
    if (status !== 200) return
    const { isAdvance, payments } = accounts[at]
    if (fate !== 'kept') money.push(...payments.map((amount) => -amount))
    accounts[at] = { isPremium: false, isAdvance, payments: fate === 'kept' ? payments : [] }
  }

const steps: Record<string, Step> = {
  pays: async (users, at, amount, notebook) => {
    const body = { entryId: randomUUID(), amount, means: 'Espèces', receivedOn: TODAY, until: '2099-07-10' }
    const call = { ...on(users[at]), body }
    // The second answer is of the same payment.
    const answers = [
      await admin.asOwner(routes.addPayment, call),
      await admin.asOwner(routes.addPayment, call),
    ]
    if (answers.every(({ status }) => status === 201)) pay(notebook, at, amount)
  },
  paysInAdvance: async (users, at, amount, notebook) => {
    const body = { entryId: randomUUID(), amount, means: 'Espèces', receivedOn: TODAY }
    const { status } = await admin.asOwner(routes.addPayment, { ...on(users[at]), body })
    if (status === 201) pay(notebook, at, amount, false)
  },
  paysAndIsNoted: async (users, at, amount, notebook) => {
    const payment = { amount, means: 'Espèces', entryId: randomUUID() }
    const body = { isPremium: true, until: '2099-07-10', payment }
    const { status } = await admin.asOwner(routes.setPremium, { ...on(users[at]), body })
    if (status === 200) pay(notebook, at, amount)
  },
  usesACard: async (users, at, amount, notebook) => {
    const price = { priceDh: amount, premiumUntil: '2099-07-10' }
    const { code } = await storeCard(site.store.table, { batch: price, card: price })
    const { status } = await site.call(routes.redeemCard, { ...site.as(users[at]), body: { code } })
    if (status === 200) pay(notebook, at, amount)
  },
  usesACardByMistake: async (users, at, amount, { accounts }) => {
    const price = { priceDh: amount, premiumUntil: '2099-07-10' }
    const { code, card } = await storeCard(site.store.table, { batch: price, card: price })
    const { status } = await site.call(routes.redeemCard, { ...site.as(users[at]), body: { code } })
    if (status !== 200) return
    await admin.asOwner(routes.undoCard, { params: { id: card.id } })
    const { isPremium, isAdvance, payments } = accounts[at]
    // The card began another Premium, whose end leaves what was paid in advance of it.
    if (!isPremium) accounts[at] = isAdvance ? { ...NOTHING, payments } : NOTHING
  },
  isGivenBack: take('refunded'),
  neverPaid: take('never-received'),
  isTaken: take('kept'),
  moves: async (users, at, _, { accounts }) => {
    const body = { email: users[1 - at]?.email }
    const { status } = await admin.asOwner(routes.movePremium, { ...on(users[at]), body })
    if (status !== 200) return
    const { payments } = accounts[at]
    const other = accounts[1 - at] as Paid
    accounts[at] = NOTHING
    accounts[at === 0 ? 1 : 0] = {
      ...NOTHING,
      isPremium: true,
      payments: other.isAdvance ? [...other.payments, ...payments] : payments,
    }
  },
  isCancelled: async (users, at, amount, { money, accounts }) => {
    const all = await lines([users[at]])
    const line = all[Math.round(amount * 100) % Math.max(1, all.length)]
    if (!line) return
    const before = sumOf(all)
    await admin.asOwner(routes.cancelPayment, { params: { id: line.id } })
    const change = sumOf([{ amount: sumOf(await lines([users[at]])) }, { amount: -before }])
    if (change === 0) return
    expect(change).toBe(-line.amount)
    money.push(change)
    const { payments } = accounts[at]
    accounts[at] = { ...accounts[at], payments: payments.filter((each) => each !== line.amount) }
  },
  leaves: async (users, at, _, { accounts }) => {
    await site.call(routes.deleteAccount, site.as(users[at]))
    accounts[at] = NOTHING
  },
}

const total = (amounts: readonly number[]) => sumOf(amounts.map((amount) => ({ amount })))

/** Each round has an amount of its own, by which the notebook knows its payment. */
const course = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...Object.keys(steps)),
    at: fc.constantFrom<0 | 1>(0, 1),
    amount: fc.integer({ min: 1, max: 100_000 }).map((centimes) => (100 + centimes) / 100),
  }),
  { maxLength: 8, selector: ({ amount }) => amount },
)

test('the ledger holds what changed hands, in any order of payments, refunds, cards, moves and deletions', async () => {
  await fc.assert(
    fc.asyncProperty(course, async (rounds) => {
      const users = [await site.enrol(), await site.enrol()] as const
      const notebook: Notebook = { money: [], accounts: [NOTHING, NOTHING] }
      for (const { name, at, amount } of rounds) await steps[name]?.(users, at, amount, notebook)
      expect(sumOf(await lines(users))).toBe(total(notebook.money))
      const stored = await Promise.all(users.map(({ id }) => site.stores.users.find(id)))
      expect(stored.map((user) => (user ? heldSum(user) : 0))).toEqual(
        notebook.accounts.map(({ payments }) => total(payments)),
      )
    }),
    COSTLY_RUNS,
  )
}, 600_000)

test('the route lists the same entries as the ledger, page by page', async () => {
  const user = await site.enrol()
  for (const amount of [10, 20, 30])
    await admin.asOwner(routes.addPayment, {
      ...on(user),
      body: { entryId: randomUUID(), amount, means: 'Espèces', receivedOn: '2021-02-03' },
    })
  const query = { from: '2021-02-03', to: '2021-02-03', limit: '2' }
  const first = (await admin.asOwner(routes.listPayments, { query })).json
  const rest = (
    await admin.asOwner(routes.listPayments, { query: { ...query, cursor: String(first['nextCursor']) } })
  ).json
  const amounts = [first, rest].map(({ items }) => (items as LedgerLine[]).map(({ amount }) => amount))
  expect(amounts).toEqual([[30, 20], [10]])
  const outside = { ...query, from: '2022-01-01', to: '2022-01-31', cursor: String(first['nextCursor']) }
  expect((await admin.asOwner(routes.listPayments, { query: outside })).json['items']).toEqual([])
})

const declare = async (user: User, reference: string) => {
  const body = { ...samplePaymentInput, reference }
  const { json } = await site.call(routes.declarePayment, { ...site.as(user), body })
  return String(json['id'])
}
const list = async (query: Record<string, string>) => {
  const { json } = await admin.asOwner(routes.listPaymentRequests, { query })
  return json as unknown as { items: ManagedPaymentRequest[]; nextCursor: string | null; total: number }
}
const idsOf = ({ items }: { items: ManagedPaymentRequest[] }) => items.map(({ id }) => id)

test.each([
  { status: 'pending', isOldestFirst: true },
  { status: 'refused', isOldestFirst: false },
])('lists what is $status page by page with its total (oldest first: $isOldestFirst)', async (row) => {
  const { status, isOldestFirst } = row
  const ids: string[] = []
  for (const part of ['a', 'b', 'c']) ids.push(await declare(await site.enrol(), `${status} ${part}`))
  const body = { decision: 'refuse', reason: 'Introuvable' }
  if (status === 'refused')
    for (const id of ids.toReversed())
      await admin.asOwner(routes.decidePaymentRequest, { params: { id }, body })
  const first = await list({ status, limit: '2' })
  const rest = await list({ status, limit: '2', cursor: first.nextCursor ?? '' })
  expect([...idsOf(first), ...idsOf(rest)]).toEqual(isOldestFirst ? ids : ids.toReversed())
  expect([first.total, rest.total, rest.nextCursor]).toEqual([3, 3, null])
})

test('tells what account and reference did otherwise, however the reference is written', async () => {
  const asking = await site.enrol({ isPremium: true, premiumUntil: '2099-01-31' })
  const students = await Promise.all(Array.from({ length: 5 }, () => site.enrol()))
  const [other, alike, noted, withdrawn, unrelated] = students as [User, User, User, User, User]
  const id = await declare(asking, 'VIR-2027 / 88')
  await declare(other, 'vir 2027-88')
  await declare(alike, 'VlR 2O27 / \u0668\u06f8')
  await declare(unrelated, 'VIR-2027-8')
  const gone = await declare(withdrawn, 'vir202788')
  await site.call(routes.withdrawPayment, { ...site.as(withdrawn), params: { id: gone } })
  const payment = { amount: 250, means: 'Espèces', reference: 'Vir 202788' }
  await admin.asOwner(routes.setPremium, { params: { id: noted.id }, body: { isPremium: true, payment } })
  const [request] = (await list({ search: paymentRequestNumber(id) })).items
  expect(request).toMatchObject({ id, isPremium: true, premiumLastDay: '2099-01-31' })
  const { items } = await list({ search: 'vir 2027-88' })
  expect(items.map(({ email, isFromYoungAccount }) => [email, isFromYoungAccount])).toEqual(
    expect.arrayContaining([[other.email, true]]),
  )
  expect(request?.isFromYoungAccount).toBe(false)
  expect(request?.sameReference.map(({ email }) => email)).toEqual([noted.email, alike.email, other.email])
})
