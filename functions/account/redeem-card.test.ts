import { routes } from '#shared/contract/routes.ts'
import { endOfDay } from '#shared/domain/days/moroccan-day.ts'
import { cardCode, formatCardCode } from '#shared/entities/card.ts'
import type { User } from '#shared/entities/user.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { windowAt } from '../data/call-counts.ts'
import { createAdministration } from '../test-support/administration.ts'
import { setClock } from '../test-support/clock.ts'
import { type PrintedCard, storeCard } from '../test-support/content.ts'
import { leaseFixture } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'
import { setCount } from '../test-support/table.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())
afterEach(() => setClock(null))

/** The end of Premium that a card of {@link storeCard} gives, as answers carry it. */
const cardEnd = { premiumUntil: endOfDay('2999-07-10').toISOString(), premiumLastDay: '2999-07-10' }

const redeem = async (user: User, code: unknown, query?: Record<string, string>) => {
  const { status, json } = await site.call(routes.redeemCard, {
    ...site.as(user),
    body: { code },
    ...(query && { query }),
  })
  return { status, code: json.code, profile: json.profile, isUsed: json.isUsed, errors: json.errors }
}
const storedUser = ({ id }: User) => site.stores.users.find(id)
const storedCard = ({ card }: PrintedCard) => site.stores.cards.findCard(card.id)
const usedOf = async ({ batch }: PrintedCard) => (await site.stores.cards.findBatch(batch.id))?.used

test('a card makes its account Premium at once, and the log, the payment and the counts say so', async () => {
  const [user, printed] = [await site.enrol(), await storeCard(site.store.table)]
  const answer = await redeem(user, ` ${formatCardCode(printed.code).toLowerCase()} `)
  expect(answer).toMatchObject({ status: 200, profile: { id: user.id, isPremium: true, ...cardEnd } })
  const payment = { amount: 250, means: 'Carte prépayée', reference: `Librairie, n° ${printed.card.serial}` }
  expect(await storedUser(user)).toMatchObject({ isPremium: true, premiumUntil: '2999-07-10', payment })
  expect(await admin.listEntries(user.email)).toMatchObject([
    {
      action: 'REDEEM_CODE',
      actor: { type: 'system' },
      before: { isPremium: false },
      after: { isPremium: true, payment, serial: printed.card.serial, label: 'Librairie' },
    },
  ])
  expect(await usedOf(printed)).toBe(1)
  const { weeks } = (await admin.asOwner(routes.getOverview)).json as { weeks: { activations: number }[] }
  expect(weeks.at(-1)?.activations).toBe(1)
  const data = (await site.call(routes.getPersonalData, site.as(user))).json
  expect(data).toMatchObject({ cards: [{ serial: printed.card.serial, email: user.email }] })
})

test('a dry run answers with the Premium of the card, and changes nothing', async () => {
  const [user, printed] = [await site.enrol(), await storeCard(site.store.table)]
  expect(await redeem(user, printed.code, { dryRun: 'true' })).toMatchObject({
    status: 200,
    profile: { isPremium: true, ...cardEnd },
  })
  expect(await storedUser(user)).toMatchObject({ isPremium: false })
  expect(await storedCard(printed)).toEqual(printed.card)
})

test('one of many accounts gets the card when all use it at once, with one audit entry', async () => {
  const printed = await storeCard(site.store.table)
  const users = await Promise.all(Array.from({ length: isLongRun ? 50 : 12 }, () => site.enrol()))
  const answers = await Promise.all(users.map((user) => redeem(user, printed.code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  // Conflicting transactions are repeated for three seconds at most.
  const others = answers.filter(
    ({ status, code }) => status !== 200 && status !== 503 && code !== 'CODE_USED',
  )
  expect(others).toEqual([])
  const premium = await Promise.all(users.map(storedUser))
  expect(premium.filter((user) => user?.isPremium)).toHaveLength(1)
  const entries = await Promise.all(users.map(({ email }) => admin.listEntries(email)))
  expect(entries.flat()).toHaveLength(1)
  expect(await usedOf(printed)).toBe(1)
})

test('repeated calls of one account, at once and later, are one use and one entry, and have the same answer', async () => {
  const [user, printed] = [await site.enrol(), await storeCard(site.store.table)]
  const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(user, printed.code)))
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, profile: { isPremium: true } })
  expect(await redeem(user, printed.code)).toMatchObject({ status: 200, isUsed: true })
  expect(await admin.listEntries(user.email)).toHaveLength(1)
  expect(await usedOf(printed)).toBe(1)
})

const AT = '2027-01-01T00:00:00.000Z'
test.each([
  { name: 'used', changes: { card: { usedAt: AT, userId: 'another' } }, code: 'CODE_USED' },
  { name: 'revoked', changes: { card: { revokedAt: AT } }, code: 'CODE_REVOKED' },
  { name: 'of a revoked batch', changes: { batch: { revokedAt: AT } }, code: 'CODE_REVOKED' },
  { name: 'that is no longer taken', changes: { card: { validUntil: '2020-06-30' } }, code: 'CODE_EXPIRED' },
])('a card $name is refused with $code', async ({ changes, code }) => {
  const [user, printed] = [await site.enrol(), await storeCard(site.store.table, changes)]
  expect(await redeem(user, printed.code)).toMatchObject({ status: 409, code })
  expect(await storedUser(user)).toMatchObject({ isPremium: false })
})

test.each([
  { code: '7K3F-9QXM-2HT9', message: expect.stringContaining('faute de frappe') },
  { code: ' - ', message: 'Saisissez le code imprimé sur votre carte' },
  { code: 12, message: 'Saisissez le code imprimé sur votre carte' },
])('answers beside the field what is wrong with $code', async ({ code, message }) => {
  const errors = [{ path: 'code', message }]
  expect(await redeem(await site.enrol(), code)).toMatchObject({ status: 400, errors })
})

test('an account has ten tries an hour, which a valid card does not give back', async () => {
  const now = new Date('2027-04-01T10:20:00Z')
  setClock(now)
  const user = await site.enrol({ lease: leaseFixture(now) })
  const printed = await storeCard(site.store.table)
  for (let at = 0; at < 10; at += 1)
    expect(await redeem(user, guess(at, 0))).toMatchObject({ status: 404, code: 'CODE_UNKNOWN' })
  const refused = await site.call(routes.redeemCard, { ...site.as(user), body: { code: printed.code } })
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '2400' } })
})

test('guesses of many accounts at one address find no card, and are stopped after 600 in an hour', async () => {
  const now = new Date('2027-04-01T12:20:00Z')
  setClock(now)
  await storeCard(site.store.table)
  const [accounts, rounds, before] = isLongRun ? [100, 100, 0] : [8, 1, 595]
  const address = { kind: 'address', name: '127.0.0.1', route: 'POST /api/account/premium-code' } as const
  await setCount(site.store.table, address, windowAt(now, 3_600_000).start, before)
  const lease = leaseFixture(now)
  const users = await Promise.all(Array.from({ length: accounts }, () => site.enrol({ lease })))
  const counts: Record<number, number> = {}
  for (let round = 0; round < rounds; round += 1)
    for (const { status } of await Promise.all(users.map((user, at) => redeem(user, guess(at, round)))))
      counts[status] = (counts[status] ?? 0) + 1
  expect(counts).toEqual({ 404: 600 - before, 429: rounds * accounts - (600 - before) })
}, 900_000)

/** Returns a code with the right check character, different for each account and round. */
function guess(account: number, round: number): string {
  return cardCode([account % 32, account >> 5, round % 32, round >> 5, 0, 1, 2, 3, 4, 5, 6])
}
