import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { deleteAccount } from '#shared/contract/account.ts'
import { undoCard } from '#shared/contract/admin/cards.ts'
import { addPayment, cancelPayment, listPayments, movePremium } from '#shared/contract/admin/payments.ts'
import { setPremium } from '#shared/contract/admin/users.ts'
import { redeemCard } from '#shared/contract/cards.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { sumOf } from '#shared/domain/premium/ledger.ts'
import type { LedgerLine } from '#shared/entities/ledger-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { COSTLY_RUNS } from '#shared/test-support/runs.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { storeCard } from '../../test-support/cards.ts'
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

/** The money in the teacher's hand, beside the site: each payment by its amount, each refund in minus. */
type Hand = number[]
type Step = (users: readonly [User, User], at: 0 | 1, amount: number, hand: Hand) => Promise<void>

/** Returns what an account's current payments are worth, which is what an owner gives back. */
const held = async ({ id }: User) => {
  const user = await site.stores.users.find(id)
  return sumOf([...(user?.held ?? [])].map((text) => ({ amount: Number(text.split('=')[1]) })))
}

const take =
  (money: string): Step =>
  async (users, at, _, hand) => {
    const due = money === 'kept' ? 0 : await held(users[at])
    const { status } = await admin.asOwner(setPremium, {
      ...on(users[at]),
      body: { isPremium: false, money },
    })
    if (status === 200) hand.push(-due)
  }

const steps: Record<string, Step> = {
  pays: async (users, at, amount, hand) => {
    const body = { entryId: randomUUID(), amount, means: 'Espèces', receivedOn: TODAY, until: '2099-07-10' }
    const call = { ...on(users[at]), body }
    // The second answer is of the same payment; a day before the end of Premium is refused.
    const answers = [await admin.asOwner(addPayment, call), await admin.asOwner(addPayment, call)]
    if (answers.every(({ status }) => status === 201)) hand.push(amount)
  },
  paysAndIsNoted: async (users, at, amount, hand) => {
    const payment = { amount, means: 'Espèces', entryId: randomUUID() }
    const { status } = await admin.asOwner(setPremium, {
      ...on(users[at]),
      body: { isPremium: true, payment },
    })
    if (status === 200) hand.push(amount)
  },
  usesACard: async (users, at, amount, hand) => {
    const { code } = await storeCard(site.store.table, {
      batch: { priceDh: amount },
      card: { priceDh: amount },
    })
    const { status } = await site.call(redeemCard, { ...site.as(users[at]), body: { code } })
    if (status === 200) hand.push(amount)
  },
  usesACardByMistake: async (users, at, amount) => {
    const { code, card } = await storeCard(site.store.table, { batch: { priceDh: amount } })
    const { status } = await site.call(redeemCard, { ...site.as(users[at]), body: { code } })
    if (status === 200) await admin.asOwner(undoCard, { params: { id: card.id } })
  },
  isGivenBack: take('refunded'),
  neverPaid: take('never-received'),
  isTaken: take('kept'),
  moves: async (users, at) => {
    await admin.asOwner(movePremium, { ...on(users[at]), body: { email: users[1 - at]?.email } })
  },
  isCancelled: async (users, at, amount, hand) => {
    const all = await lines([users[at]])
    const line = all[amount % Math.max(1, all.length)]
    if (!line) return
    const before = sumOf(all)
    await admin.asOwner(cancelPayment, { params: { id: line.id } })
    const change = sumOf(await lines([users[at]])) - before
    expect([0, -line.amount]).toContain(change === 0 ? 0 : change)
    hand.push(change)
  },
  leaves: async (users, at) => void (await site.call(deleteAccount, site.as(users[at]))),
}

const course = fc.array(
  fc.record({
    name: fc.constantFrom(...Object.keys(steps)),
    at: fc.constantFrom<0 | 1>(0, 1),
    amount: fc.integer({ min: 1, max: 100_000 }).map((centimes) => 1 + centimes / 100),
  }),
  { maxLength: 8 },
)

test('the ledger holds what changed hands, in any order of payments, refunds, cards, moves and deletions', async () => {
  await fc.assert(
    fc.asyncProperty(course, async (rounds) => {
      const users = [await site.enrol(), await site.enrol()] as const
      const hand: Hand = []
      for (const { name, at, amount } of rounds) await steps[name]?.(users, at, amount, hand)
      expect(sumOf(await lines(users))).toBe(sumOf(hand.map((amount) => ({ amount }))))
    }),
    COSTLY_RUNS,
  )
}, 600_000)

test('the route lists the same entries as the ledger, page by page', async () => {
  const user = await site.enrol()
  for (const amount of [10, 20, 30])
    await admin.asOwner(addPayment, {
      ...on(user),
      body: { entryId: randomUUID(), amount, means: 'Espèces', receivedOn: '2021-02-03' },
    })
  const query = { from: '2021-02-03', to: '2021-02-03', limit: '2' }
  const first = (await admin.asOwner(listPayments, { query })).json
  const rest = (
    await admin.asOwner(listPayments, { query: { ...query, cursor: String(first['nextCursor']) } })
  ).json
  const amounts = [first, rest].map(({ items }) => (items as LedgerLine[]).map(({ amount }) => amount))
  expect(amounts).toEqual([[30, 20], [10]])
  const outside = { ...query, from: '2022-01-01', to: '2022-01-31', cursor: String(first['nextCursor']) }
  expect((await admin.asOwner(listPayments, { query: outside })).json['items']).toEqual([])
})
